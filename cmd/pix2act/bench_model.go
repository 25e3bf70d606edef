package main

import "github.com/spf13/cobra"

func newBenchModelCommand(g *globalOptions) *cobra.Command { return &cobra.Command{Use: "model"} }
