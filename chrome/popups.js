// Runs in every document before its own scripts.
//
// Some controls open a window of the browser's own: lists of choices, calendars, clocks,
// colours. No capture shows such a window, and with begin-frame control the page hangs behind
// it. So the lists of choices are drawn in the page by the browser itself (customizable
// selects), in the look of the ordinary ones as far as the page's own style says nothing else.
// The other controls are filled in by keyboard; their windows stay closed.
(() => {
  'use strict';
  const list = 'select:not([multiple]):is(:not([size]), [size="0"], [size="1"])';
  const timed = ['date', 'datetime-local', 'month', 'time', 'week'];
  const inputs = timed.map(type => `input[type="${type}"]`).join();

  const arrow = encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="none" stroke="#000" stroke-width="2" d="M1 3l4 4 4-4"/></svg>');

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    ${list}, ${list}::picker(select) { appearance: base-select; }
    :where(${list}) {
      min-block-size: 0; padding: 1px 16px 1px 3px; border: 1px solid #767676; border-radius: 0;
      background: #fff url("data:image/svg+xml,${arrow}") right 4px center / 9px no-repeat;
      color: #000; font: 13.3333px Arial; white-space: nowrap; align-content: center;
      overflow: clip; overflow-clip-margin: content-box;
    }
    :where(${list})::picker-icon { display: none; }
    :where(${list})::picker(select) {
      max-inline-size: max(100px, anchor-size(self-inline)); max-block-size: min(134px, 100%);
      padding: 0; border: 1px solid #767676; border-radius: 0; background: #fff; color: #000;
    }
    :where(${list}) :where(option) { min-block-size: 0; padding: 1px 3px; gap: 0; white-space: normal; }
    :where(${list}) :where(option)::checkmark { display: none; }
    :where(${list}) :where(option:focus) { outline: 1px solid #1967d2; outline-offset: -1px; }
    :where(${list}) :where(option:hover), :where(${list}:not(:has(option:hover))) :where(option:focus) {
      background: #1967d2; color: #fff;
    }
    :where(${inputs})::-webkit-calendar-picker-indicator { interactivity: inert; }`);
  document.adoptedStyleSheets.push(sheet);

  const opens = (target, types) => target instanceof HTMLInputElement && types.includes(target.type);
  window.addEventListener('click', event => {
    if (opens(event.composedPath()[0], [...timed, 'color'])) event.preventDefault();
  }, true);
  window.addEventListener('keydown', event => {
    const key = event.key === 'F4' || event.key === ' ' || event.altKey && /^Arrow(Down|Up)$/.test(event.key);
    if (key && opens(event.composedPath()[0], timed)) event.preventDefault();
  }, true);
  const show = HTMLInputElement.prototype.showPicker;
  HTMLInputElement.prototype.showPicker = function () {
    if (!opens(this, [...timed, 'color'])) show.call(this);
  };
})();
