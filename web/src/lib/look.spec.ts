import { describe, expect, it } from '@jest/globals';
import { defaultLook, lookFrom } from './look';

describe('lookFrom', () => {
  it('fills in every default that was not chosen', () => {
    expect(lookFrom({})).toEqual(defaultLook);
    expect(lookFrom({ colorScheme: 'dark' })).toEqual(defaultLook);
    expect(lookFrom({ primaryColor: 'purple' })).toEqual({ ...defaultLook, primaryColor: 'purple' });
  });

  it('keeps a chosen radius, and replaces one that does not exist', () => {
    expect(lookFrom({ borderRadius: 'xl' }).borderRadius).toBe('xl');
    expect(lookFrom({ borderRadius: 'round' as 'xl' }).borderRadius).toBe('sm');
  });

  it('keeps a custom colour that was written in capitals', () => {
    const shades = ['', '', '', '', '', '#0FADA8'] as unknown as (typeof defaultLook.customColors)[string];
    expect(lookFrom({ customColors: { brand: shades } }).customColors.brand?.[5]).toBe('#0fada8');
  });
});
