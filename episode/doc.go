// Package episode reads and writes recorded episodes and training examples.
//
// The nouns:
//
//   - A record file is a TFRecord file: frames of length, masked CRC-32C, data,
//     masked CRC-32C. The suffixes .tfrecord and .recordio are both read.
//   - An [Example] is one step of a demonstration: the picture, the action to
//     learn, and an [ID] that names suite, task, seed and step. On disk it is a
//     tf.train.Example with the bytes features "image", "parse" and "id", the
//     format of the reference implementation.
//   - A [Record] is a whole episode, on disk the reference's Episode message
//     with a few fields of ours after it.
//   - A data set is a folder of record files with a [Manifest] that says how
//     they were made. It is finished when manifest.json stands there; while it
//     is written the same document is called progress.json.
//   - A [Dataset] is one or more such folders opened for random access.
//   - The split puts a whole episode, never single steps, into training or
//     validation, see [Validation].
//   - Seed ranges keep what is trained on apart from what is measured on, see
//     [CheckTrainingSeeds].
package episode
