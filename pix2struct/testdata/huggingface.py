"""Reads a checkpoint folder with the Hugging Face library and answers a batch.

    python huggingface.py FOLDER BATCH OUT

BATCH and OUT are safetensors files: "patches" [pictures, patches, values with
row and column before them] and "ids" [pictures, tokens] in, "logits" out. The
texts on standard input, one a line, are encoded, their ids printed as JSON.
"""
import json
import sys

import torch
from safetensors.torch import load_file, save_file
from transformers import AutoTokenizer, Pix2StructForConditionalGeneration

folder, batch, out = sys.argv[1:]
model, info = Pix2StructForConditionalGeneration.from_pretrained(folder, output_loading_info=True, dtype=torch.float32)
for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"):
    assert not info[kind], (kind, info[kind])
data = load_file(batch)
with torch.no_grad():
    logits = model.eval()(
        flattened_patches=data["patches"],
        attention_mask=(data["patches"][:, :, 0] > 0).float(),
        decoder_input_ids=data["ids"].long(),
    ).logits
save_file({"logits": logits.float().contiguous()}, out)
tokenizer = AutoTokenizer.from_pretrained(folder)
print(json.dumps([tokenizer(line.rstrip("\n"))["input_ids"] for line in sys.stdin]))
