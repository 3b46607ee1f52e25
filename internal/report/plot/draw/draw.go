// Package draw says what a picture of points shows, and has it drawn.
//
// It is drawn by a program of its own, the command in folder _drawer, which is
// built when it is first asked for: most users never draw a picture, and do
// without the fonts and the modules of drawing.
package draw

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed picture.go _drawer/main.go _drawer/go.sum
var sources embed.FS

// module is the go.mod of the command: what draws is none of this module's business.
const module = `module drawer

go 1.26.0

require gonum.org/v1/plot v0.17.0

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	golang.org/x/image v0.46.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
)
`

// Program is the module of the command.
func Program() fs.FS {
	files := []txtar.File{{Name: "go.mod", Data: []byte(module)}}
	for to, from := range map[string]string{"main.go": "_drawer/main.go", "go.sum": "_drawer/go.sum", "draw/picture.go": "picture.go"} {
		data, err := sources.ReadFile(from)
		if err != nil {
			panic(err) // it is embedded above
		}
		files = append(files, txtar.File{Name: to, Data: data})
	}
	program, err := txtar.FS(&txtar.Archive{Files: files})
	if err != nil {
		panic(err) // the names are those above
	}
	return program
}

// Write has the executable of [Program] draw the picture, and writes it to w.
func Write(ctx context.Context, w io.Writer, executable string, p Picture) error {
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	var complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, executable)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), w, &complaint
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("drawing: %w %s", err, strings.TrimSpace(complaint.String()))
	}
	return nil
}
