# Every target does its own set-up and may be run again at any time.
GO      ?= go
BIN     := bin/pix2act
WHEEL   := .cache/miniwob-1.1.0-py3-none-any.whl
PLUGIN  := .cache/pjrt-cpu-0.11.2.so
SHOWCASE := click-test,click-test-2,click-button,click-dialog,click-color,identify-shape,focus-text,enter-text

.PHONY: $(BIN) run test race lint check setup wheel prove prove-agents prove-oracles prove-determinism domdiff contact-sheet bench xla arm64 agent clean

## run: set up, build, and let the bundled agent play a handful of tasks from pixels
run: setup $(BIN)
	$(BIN) eval --tasks $(SHOWCASE) --seeds 1201539860..1201539864 --agent bundled --out runs/showcase

## test: set up and run every test that belongs to a change
test: setup wheel
	$(GO) vet ./...
	if [ -s $(WHEEL) ]; then export PIX2ACT_MINIWOB_WHEEL=$(abspath $(WHEEL)); fi; $(GO) test -timeout 20m ./...

## race: the race detector on the packages that need no browser
race:
	$(GO) test -race -short -timeout 20m ./gui/... ./tensor ./pix2struct ./episode ./agent ./play ./score ./train ./web ./serve

## lint: golangci-lint with the layering of docs/design.md
lint:
	scripts/lint.sh

check: lint test race

# The compiler knows best what has changed, embedded files included.
$(BIN):
	$(GO) build -o $@ ./cmd/pix2act

setup:
	@scripts/setup.sh

# The public pages are a released package; without the package index the tests on them are skipped, and say so.
wheel:
	@scripts/wheel.sh $(WHEEL)

## prove: the slow proofs, all of them; prove-NAME makes one: agents, oracles, determinism
prove: setup wheel $(BIN)
	scripts/prove.sh $(BIN) $(WHEEL)

prove-agents prove-oracles prove-determinism: prove-%: setup wheel $(BIN)
	scripts/prove.sh $(BIN) $(WHEEL) $*

## domdiff: the published runtime of the pages and ours, compared on every public page
domdiff: setup wheel $(BIN)
	$(BIN) domdiff all --suite farama:$(WHEEL) --seeds 0..2

## contact-sheet: the first and last pictures of all tasks, built-in beside public, in runs/contact-sheet
contact-sheet: setup wheel $(BIN)
	$(BIN) contact-sheet --suite miniwob --suite farama:$(WHEEL)

## bench: the benchmarks of the documentation
bench: setup $(BIN)
	$(BIN) bench gemm
	$(BIN) bench model
	$(BIN) bench train
	$(BIN) bench env

## xla: build with the XLA executor, and the tests of both executors on a PJRT plugin for the processor
xla:
	@scripts/xla.sh $(GO) bin/pix2act-xla $(PLUGIN)

## arm64: the tests of the engine for arm64 under qemu
arm64:
	scripts/arm64.sh

## agent: make the demonstrations and train the bundled checkpoint again
agent: setup wheel $(BIN)
	scripts/agent.sh $(BIN) $(WHEEL)

clean:
	rm -rf bin runs
