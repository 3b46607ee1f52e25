//go:build !long

package main

const digestStep = 12
