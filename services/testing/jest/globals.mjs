// Replaces `@jest/globals` for modules that Node loads once: each name leads to that of the running test file.
let current;

export function setGlobals(globals) {
  current = globals;
}

export const afterAll = leadingTo('afterAll');
export const afterEach = leadingTo('afterEach');
export const beforeAll = leadingTo('beforeAll');
export const beforeEach = leadingTo('beforeEach');
export const describe = leadingTo('describe');
export const expect = leadingTo('expect');
export const it = leadingTo('it');
export const jest = leadingTo('jest');

function leadingTo(name) {
  return new Proxy(() => undefined, {
    apply: (_nothing, _self, given) => current[name](...given),
    get: (_nothing, key) => current[name][key],
  });
}
