/* For browsers that are too old for the other scripts, so in the JavaScript of 2009. browser-floor.mjs says which. */
(function () {
  function isSupported() {
    try {
      // Safari 16.4
      new RegExp('(?<=a)b');
    } catch (error) {
      return false;
    }
    return (
      'noModule' in document.createElement('script') &&
      // Chrome 108
      CSS.supports('height', '1dvh') &&
      // Firefox 115
      (!CSS.supports('-moz-appearance', 'none') || 'canParse' in URL)
    );
  }

  var needed = 'Chrome or Edge 109, Firefox 115 or Safari 16.4, or a newer version. ';
  var advice = 'Update your browser or use another one. On an iPhone or iPad, update iOS to 16.4 or newer.';

  /** The application cannot run at all. */
  function replacePage() {
    var title = 'This browser is too old';
    // The rest of the page, with its scripts, is not read.
    if (window.stop) window.stop();
    document.documentElement.innerHTML =
      '<head><meta name="viewport" content="width=device-width, initial-scale=1"><title></title><style>' +
      'body{margin:0;padding:18vh 24px 24px;background:#f7f8f9;color:#16181d;font:16px/1.5 system-ui,sans-serif}' +
      'main{max-width:480px;margin:0 auto}h1{margin:0 0 8px;font-size:24px;line-height:1.2}p{margin:0}' +
      '@media (prefers-color-scheme:dark){body{background:#0b0c0f;color:#e6e8eb}}' +
      '</style></head><body><main><h1>' +
      title +
      '</h1><p>This page needs ' +
      needed +
      advice +
      '</p></main></body>';
    document.title = title;
  }

  /** The rest of the page can be read. */
  function addNote() {
    var note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.style.cssText =
      'margin:0;padding:12px 16px;background:#fff3cf;color:#3d2e00;font:16px/1.5 system-ui,sans-serif;text-align:center';
    note.textContent = 'This browser is too old for some parts of this page. They need ' + needed + advice;
    document.body.insertBefore(note, document.body.firstChild);
  }

  if (isSupported()) return;
  if (document.documentElement.getAttribute('data-application')) replacePage();
  else document.addEventListener('DOMContentLoaded', addNote);
})();
