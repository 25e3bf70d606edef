// Package pix2struct is a picture-to-text model: a picture is cut into
// patches, an encoder reads the patches, a decoder writes text token by token.
//
// The nouns of this package:
//
//   - A [Config] fixes the sizes of a model, how pictures become patches and
//     how long an answer may be. Config.Shapes lists every parameter.
//   - [Patches] are the rows that the encoder reads: one row of pixel values
//     per patch, with its row and column number, both counted from 1.
//   - A [Model] is a Config with its parameters, named like the tree of the
//     T5X implementation ("encoder/layers_0/mlp/wi_0/kernel"), kernels stored
//     [in, out].
//   - A [Vocabulary] turns text into ids and back; it is stored in the
//     SentencePiece format. Id 0 pads and starts, 1 ends, 2 is unknown.
//   - A batch is packed: rows of real patches and of real tokens of all
//     examples stand one after another without padding between them, and
//     segments say which rows belong together. [Pack] makes the [Feeds] of
//     the training graph that Config.Loss builds.
//   - A [Predictor] answers pictures by beam search; a [Hypothesis] is one
//     answer with its score.
//   - A [Checkpoint] is a model with its vocabulary and its [Card], stored as
//     a folder.
//
// The package knows nothing of screens, actions or tasks.
package pix2struct
