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

/**
 * Members such as `describe.skip` are looked up when they are called, too: a module that keeps one is loaded once and
 * serves later test files as well.
 */
function leadingTo(...path) {
  const at = (names) => names.reduce((value, name) => value[name], current);
  return new Proxy(() => undefined, {
    apply: (_nothing, _self, given) => at(path.slice(0, -1))[path.at(-1)](...given),
    get: (_nothing, key) => {
      const value = at(path)[key];
      return Object(value) === value ? leadingTo(...path, key) : value;
    },
  });
}
