// Runs in every document before its own scripts.
//
// The virtual clock is exact, but the browser blurs what scripts see of it by up
// to a tenth of a millisecond, differently in every process. In whole
// milliseconds it is the same everywhere.
//
// Some frames are drawn for the browser's sake: until a new tab has a picture,
// or until an input that waits for a frame has been handled. How many that takes is
// left to chance, so animation callbacks are held back in the meantime and run
// only in the frames that the driver asks for.
//
// The driver calls this function, saying whether frames are drawn on demand.
(drawnOnDemand => {
  'use strict';
  const define = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  const wholeMilliseconds = time => Math.floor(time + 0.25);

  const now = Performance.prototype.now;
  define(Performance.prototype, 'now', function () { return wholeMilliseconds(now.call(this)); });

  // Inputs bear the real time at which they were sent, and so show how fast the machine
  // is. The page gets the virtual time at which it first asks.
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  const asked = new WeakMap();
  Object.defineProperty(Event.prototype, 'timeStamp', {
    ...stamp, get: function () {
      const time = wholeMilliseconds(stamp.get.call(this));
      if (!(this instanceof UIEvent) || !this.isTrusted) return time;
      if (!asked.has(this)) asked.set(this, performance.now());
      return asked.get(this);
    }
  });

  const request = window.requestAnimationFrame;
  const cancel = window.cancelAnimationFrame;
  const held = new Map();  // id → callback
  const waiting = new Map(); // id → [the browser's own id, callback]
  let last = 0;
  let holding = drawnOnDemand && window === window.top;

  const keepDrawing = () => { if (holding) request.call(window, keepDrawing); };
  const ask = (id, callback) => waiting.set(id, [request.call(window, time => {
    waiting.delete(id);
    callback(wholeMilliseconds(time));
  }), callback]);
  define(window, 'requestAnimationFrame', function (callback) {
    if (typeof callback !== 'function') return request.call(window, callback); // throws what it should
    const id = ++last;
    if (holding) held.set(id, callback); else ask(id, callback);
    return id;
  });
  define(window, 'cancelAnimationFrame', function (id) {
    held.delete(id);
    if (waiting.has(id)) cancel.call(window, waiting.get(id)[0]);
    waiting.delete(id);
  });

  if (holding) {
    keepDrawing();
    // The driver takes this away when the document has loaded.
    Object.defineProperty(window, '__holdFrames', {
      configurable: true,
      value: hold => {
        holding = hold;
        if (hold) {
          waiting.forEach(([own, callback], id) => { cancel.call(window, own); held.set(id, callback); });
          waiting.clear();
          keepDrawing();
        } else {
          held.forEach((callback, id) => ask(id, callback));
          held.clear();
        }
      }
    });
  }
})
