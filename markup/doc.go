// Package markup is the text that a parsed screenshot is written as: a page, or a
// region of it, reduced to what is seen. Pix2Struct calls it simplified HTML (Lee
// et al. 2023, arXiv 2210.03347, section 2.2).
//
// A Node is a piece of text, a picture with its file name and description, or a
// group of such nodes in reading order. As text every node stands in angle
// brackets, and the members of a group are set apart by one blank:
//
//	<<Python> <img_src=py_logo.png img_alt=Python>>
//
// The paper leaves open how a text with brackets in it is written. Here a
// backslash keeps the next character from being read as anything but itself.
package markup
