import type { BrowserContext } from 'playwright-core';
import { type MissingFeature, missingFeatures } from '../browser-floor.mjs';

/** Deletes features from the global object, from their constructors and prototypes. Runs in a page or a worker. */
function deleteFeatures(features: MissingFeature[]): void {
  const scope = globalThis as Record<string, any>;
  const typed = Object.getPrototypeOf(Int8Array);
  const remove = (object: any, name: string): void => {
    if (object && Object.getOwnPropertyDescriptor(object, name)?.configurable) delete object[name];
  };
  for (const { owner, member } of features) {
    if (member === null) remove(scope, owner);
    else {
      const object = owner === 'TypedArray' ? typed : owner === 'Window' ? scope : scope[owner];
      remove(object, member);
      remove(object?.prototype, member);
    }
  }
}

/** Makes every page of the context one of a browser that lacks what any of the oldest supported ones lacks. */
export async function useOldBrowser(context: BrowserContext): Promise<void> {
  const script = `(${deleteFeatures.toString()})(${JSON.stringify(missingFeatures())});`;
  await context.addInitScript(script);
  // Chrome for Android has none.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));
  // Workers run static imports first, so the deletion is one of them.
  await context.route('**/delete-features.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await context.route(/\.worker-[^/]*\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `import '/delete-features.js';${await answer.text()}` });
  });
}
