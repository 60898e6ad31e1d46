# All that this repository reproduces, paper by paper.
papers_targets := figures figure-4.1 figure-6.20 figure-6.21 figure-6.22 figures-thesis figures-predict thread-latency patterns figure-stalls
.PHONY: papers
papers: setup ## every figure of the five papers that is reproduced: figures and all targets of this kind, one after the other (hours)
	+$(Q)for target in $(papers_targets); do echo "== make $$target"; $(MAKE) SETUP=no $$target || exit; done
