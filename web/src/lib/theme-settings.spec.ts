import { describe, expect, it } from '@jest/globals';
import { defaultThemeSettings, parseThemeSettings } from './theme-settings';

describe('lookFrom', () => {
  it('fills in every default that was not chosen', () => {
    expect(parseThemeSettings({})).toEqual(defaultThemeSettings);
    expect(parseThemeSettings({ colorScheme: 'dark' })).toEqual(defaultThemeSettings);
    expect(parseThemeSettings({ primaryColor: 'purple' })).toEqual({ ...defaultThemeSettings, primaryColor: 'purple' });
  });

  it('keeps a chosen radius, and replaces one that does not exist', () => {
    expect(parseThemeSettings({ borderRadius: 'xl' }).borderRadius).toBe('xl');
    expect(parseThemeSettings({ borderRadius: 'round' as 'xl' }).borderRadius).toBe('sm');
  });

  it('keeps a custom colour that was written in capitals', () => {
    const shades = ['', '', '', '', '', '#0FADA8'] as unknown as (typeof defaultThemeSettings.customColors)[string];
    expect(parseThemeSettings({ customColors: { brand: shades } }).customColors.brand?.[5]).toBe('#0fada8');
  });
});
