// Runs in every document before its own scripts. The virtual clock is exact, but
// the browser blurs what scripts see of it by up to a tenth of a millisecond,
// differently in every process. Rounded to whole milliseconds it is the
// same everywhere. The first frames of a tab are drawn until there is a picture,
// which takes one or several: animation callbacks wait until that is over.
(() => {
  'use strict';
  const define = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });

  const now = Performance.prototype.now;
  define(Performance.prototype, 'now', function () { return Math.round(now.call(this)); });

  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
  Object.defineProperty(Event.prototype, 'timeStamp', {
    ...stamp, get: function () { return Math.round(stamp.get.call(this)); }
  });

  const request = window.requestAnimationFrame;
  const cancel = window.cancelAnimationFrame;
  const waiting = new Map(); // id → callback, until the first picture
  const asked = new Map();   // id → the browser's own id
  let last = 0;
  let holding = window === window.top;

  const ask = (id, callback) => asked.set(id, request.call(window, time => {
    asked.delete(id);
    callback(Math.round(time));
  }));
  define(window, 'requestAnimationFrame', function (callback) {
    if (typeof callback !== 'function') return request.call(window, callback); // throws what it should
    const id = ++last;
    if (holding) waiting.set(id, callback); else ask(id, callback);
    return id;
  });
  define(window, 'cancelAnimationFrame', function (id) {
    waiting.delete(id);
    if (asked.has(id)) {
      cancel.call(window, asked.get(id));
      asked.delete(id);
    }
  });
  if (holding) {
    // The driver calls this once, and then it is gone.
    Object.defineProperty(window, '__releaseFrames', {
      configurable: true,
      value: () => {
        delete window.__releaseFrames;
        holding = false;
        waiting.forEach((callback, id) => ask(id, callback));
        waiting.clear();
      }
    });
  }
})();
