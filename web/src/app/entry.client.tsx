// A public page is a document whose script does little; every other page is the application.
if (document.documentElement.hasAttribute('data-public')) void import('../site/page');
else void import('./application');
