package main

import (
	"github.com/agentlayers/layers/render"
	"github.com/agentlayers/layers/tree"
	"github.com/agentlayers/layers/tree/gittree"
)

// gitFacts asks the repository at root what it is: a few small files, no object. nil outside a repository.
//
// A ".git" file that leads elsewhere is followed only when the git folder there names root back.
func gitFacts(fsys tree.FS, root string) *render.Git {
	if root == "" {
		return nil
	}
	f, err := gittree.Inspect(tree.NewRecorder(fsys), root, gittree.Options{Follow: gittree.Verified})
	if err != nil {
		return &render.Git{Unread: err.Error()}
	}
	return &render.Git{
		Branch: f.Head.Ref, Commit: f.Head.Commit, Main: f.Main, Linked: f.Linked, Bare: f.Bare,
		Shallow: f.Shallow, ObjectFormat: f.ObjectFormat,
	}
}
