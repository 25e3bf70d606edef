package chrome

// commonFlags make any browser quiet (no network of its own, no throttling) and
// its pixels the same everywhere (one scale, one colour profile, one language,
// scrolling in one jump, Math.random from one seed). Scrollbars stay: the pages'
// own are part of what an agent sees. Boxes without a layer of their own, such as
// text areas, are scrolled by the page and not by the compositor
// (RasterInducingScroll off): the compositor would wait for ever for tiles of a
// part that the page has not painted, and the frame with it.
var commonFlags = []string{
	"--remote-debugging-pipe",
	"--no-sandbox", "--no-first-run", "--no-default-browser-check", "--no-proxy-server",
	"--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update",
	"--disable-sync", "--disable-extensions", "--disable-breakpad", "--disable-crash-reporter",
	"--disable-client-side-phishing-detection", "--disable-domain-reliability", "--disable-default-apps",
	"--disable-background-timer-throttling", "--disable-renderer-backgrounding",
	"--disable-backgrounding-occluded-windows", "--disable-ipc-flooding-protection",
	"--disable-hang-monitor", "--disable-prompt-on-repost",
	"--disable-smooth-scrolling", "--disable-partial-raster",
	"--disable-features=Translate,MediaRouter,OptimizationHints,PaintHolding,RasterInducingScroll",
	"--metrics-recording-only", "--mute-audio", "--password-store=basic", "--use-mock-keychain",
	"--js-flags=--random-seed=1156",
	"--lang=en-US", "--force-color-profile=srgb", "--force-device-scale-factor=1",
}

// frameFlags hand the drawing of frames to us and take every shortcut out of
// it that depends on time.
var frameFlags = []string{
	"--enable-begin-frame-control", "--run-all-compositor-stages-before-draw",
	"--disable-new-content-rendering-timeout", "--disable-threaded-animation",
	"--disable-threaded-scrolling", "--disable-checker-imaging", "--disable-image-animation-resync",
}

// plainFlags are for the fallback. Waiting for all stages of a frame keeps the
// compositor from waiting for a deadline by the page's clock, which stands still.
var plainFlags = []string{"--headless=new", "--run-all-compositor-stages-before-draw", "--disable-threaded-animation", "--disable-threaded-scrolling"}
