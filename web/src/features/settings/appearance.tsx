import {
  ActionIcon,
  Box,
  Button,
  CheckIcon,
  ColorInput,
  ColorSwatch,
  Group,
  Input,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  useMantineColorScheme,
  useMantineTheme,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { contrast, isHex, paletteFrom } from '../../lib/theme/palette';
import {
  changeThemeSettings,
  type FontName,
  fonts,
  isColorName,
  radii,
  resetThemeSettings,
  type ThemeSettings,
  useThemeSettings,
} from '../../lib/theme/theme-settings';
import { SectionHeader } from '../../ui/section-header';
import { toast } from '../../ui/toast';

/** Display names of the product's colours. */
const NAMES: Record<string, string> = {
  teal: 'Brand teal',
  purple: 'Aurora purple',
  blue: 'Blue',
  cyan: 'Cyan',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
};
const RADII: Record<ThemeSettings['borderRadius'], string> = { xs: 'XS', sm: 'S', md: 'M', lg: 'L', xl: 'XL' };

/** Appearance settings for this browser; changes apply at once. */
export function Appearance() {
  const settings = useThemeSettings();
  const { colorScheme, setColorScheme, clearColorScheme } = useMantineColorScheme();
  const palettes = useMantineTheme().colors;
  const names = [...Object.keys(NAMES), ...Object.keys(settings.customColors)];
  const shades = palettes[settings.primaryColor] ?? palettes.teal;
  const reset = () => {
    clearColorScheme();
    resetThemeSettings();
    toast.success('Theme Reset', 'The theme is back to its defaults');
  };
  return (
    <Stack gap="xl">
      <Stack gap="md" component="section" aria-labelledby="appearance">
        <SectionHeader id="appearance" title="Appearance" subtitle="Saved in this browser, and applied at once." />
        <Field label="Color scheme">
          <SegmentedControl
            aria-label="Color scheme"
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={[
              { value: 'auto', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </Field>
        <Field label="Primary color">
          <Group gap="xs" role="radiogroup" aria-label="Primary color">
            {names.map((name) => (
              <Swatch
                key={name}
                color={palettes[name]?.[5] ?? '#000000'}
                label={NAMES[name] ?? name}
                checked={settings.primaryColor === name}
                onPick={() => changeThemeSettings({ primaryColor: name })}
              />
            ))}
          </Group>
        </Field>
        <Field label="Primary shade" description="0 is the lightest, 9 the darkest; 5 is the color itself.">
          <Group gap={4} role="radiogroup" aria-label="Primary shade" wrap="wrap">
            {shades.map((color, shade) => (
              <Swatch
                key={shade}
                color={color}
                label={`Shade ${shade}`}
                checked={settings.primaryShade === shade}
                onPick={() => changeThemeSettings({ primaryShade: shade })}
              />
            ))}
          </Group>
        </Field>
        <Field label="Border radius">
          <SegmentedControl
            aria-label="Border radius"
            value={settings.borderRadius}
            onChange={(value) => changeThemeSettings({ borderRadius: value })}
            data={radii.map((value) => ({ value, label: RADII[value] }))}
          />
        </Field>
        <Select
          label="Font family"
          allowDeselect={false}
          maw={280}
          value={settings.fontFamily}
          onChange={(value) => value && changeThemeSettings({ fontFamily: value as FontName })}
          data={Object.entries(fonts).map(([value, { label }]) => ({ value, label }))}
        />
      </Stack>
      <CustomColors settings={settings} />
      <Group justify="flex-start">
        <Button variant="default" onClick={reset}>
          Reset to defaults
        </Button>
      </Group>
    </Stack>
  );
}

function Field({ label, description, children }: { label: string; description?: string; children: ReactNode }) {
  return (
    <Input.Wrapper label={label} labelElement="div" description={description}>
      <Box mt={6}>{children}</Box>
    </Input.Wrapper>
  );
}

interface SwatchProps {
  color: string;
  label: string;
  checked: boolean;
  onPick: () => void;
}

function Swatch({ color, label, checked, onPick }: SwatchProps) {
  const ink = contrast(color, '#ffffff') >= contrast(color, '#16181d') ? '#ffffff' : '#16181d';
  return (
    <UnstyledButton role="radio" aria-checked={checked} aria-label={label} title={label} onClick={onPick} bdrs="xl">
      <ColorSwatch color={color} size={32}>
        {checked && <CheckIcon size={12} color={ink} />}
      </ColorSwatch>
    </UnstyledButton>
  );
}

function CustomColors({ settings }: { settings: ThemeSettings }) {
  const palettes = useMantineTheme().colors;
  const own = Object.entries(settings.customColors);
  const form = useForm({
    initialValues: { name: '', hex: '' },
    validate: {
      name: (name) => {
        if (!isColorName(name.trim())) return 'Letters, digits and hyphens, beginning with a letter';
        return name.trim() in palettes ? 'There is already a color with this name' : null;
      },
      hex: (hex) => (isHex(hex) ? null : 'Enter the color as #RRGGBB'),
    },
  });
  const remove = (name: string) => {
    const kept = Object.entries(settings.customColors).filter(([each]) => each !== name);
    changeThemeSettings({
      customColors: Object.fromEntries(kept),
      ...(settings.primaryColor === name && { primaryColor: 'teal' }),
    });
  };
  return (
    <Stack gap="md" component="section" aria-labelledby="custom-colors">
      <SectionHeader
        id="custom-colors"
        title="Custom colors"
        subtitle="Ten shades are made from one color: five lighter, the color itself, four darker."
      />
      {own.map(([name, shades]) => (
        <Group key={name} gap="sm" wrap="nowrap">
          <Text size="sm" fw={500} w={120} truncate title={name}>
            {name}
          </Text>
          <Group gap={0} wrap="nowrap" flex={1} maw={360} aria-hidden>
            {shades.map((shade, index) => (
              <Box key={index} h={24} flex={1} bg={shade} />
            ))}
          </Group>
          <ActionIcon aria-label={`Remove ${name}`} onClick={() => remove(name)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, hex }) => {
          changeThemeSettings({ customColors: { ...settings.customColors, [name.trim()]: paletteFrom(hex) } });
          form.reset();
        })}
      >
        <Group align="flex-start" gap="sm">
          <TextInput label="Name" maxLength={30} w={180} {...form.getInputProps('name')} />
          <ColorInput
            label="Color"
            placeholder="#0FADA8"
            format="hex"
            withEyeDropper={false}
            w={180}
            {...form.getInputProps('hex')}
          />
          <Button type="submit" variant="default" mt={24}>
            Add color
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
