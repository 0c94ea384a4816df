import '../polyfills';

// A public page is a document with a small script; every other page is the application.
if (document.documentElement.hasAttribute('data-public')) void import('../site/page');
else void import('./application');
