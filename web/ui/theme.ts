import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { calendarFormats } from '@openspot/core/time/calendar.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

/** The blue of the parking sign. Shade 6 is the brand color in light mode, shade 3 in dark mode. */
const sign: MantineColorsTuple = [
  '#EEF3FD',
  '#DCE6FB',
  '#B4CBFA',
  '#7FA8FF',
  '#4F84F0',
  '#2F6CE3',
  '#1F5FD6',
  '#194FB4',
  '#153F90',
  '#0F2E6B',
]

/** Asphalt: the neutral shades from paper to ink. */
const gray: MantineColorsTuple = [
  '#F6F7F9',
  '#EDF0F3',
  '#DEE3E9',
  '#C6CED7',
  '#A4AFBB',
  '#7B8896',
  '#56626F',
  '#3C4754',
  '#232C36',
  '#0F141A',
]

/** Mantine takes its dark scheme from this tuple: 0 is text, 7 the body. */
const dark: MantineColorsTuple = [
  '#F1F4F7',
  '#C6CED7',
  '#98A4B1',
  '#6B7886',
  '#34404C',
  '#2A343F',
  '#1A222B',
  '#0F141A',
  '#0B0F14',
  '#07090C',
]

const green: MantineColorsTuple = [
  '#E7F6EC',
  '#CDEBD8',
  '#9ADBB2',
  '#5FCB8B',
  '#2FA765',
  '#178A4C',
  '#0F7440',
  '#0B5F34',
  '#084A28',
  '#05361D',
]

const red: MantineColorsTuple = [
  '#FDEEEC',
  '#FAD9D5',
  '#F6B3AB',
  '#FF8A7D',
  '#E45646',
  '#CC3626',
  '#B42318',
  '#941B12',
  '#72150E',
  '#510E09',
]

/** Browsers load only the fonts that the messages of a locale bring along (`lib/messages`). The stand-ins are in `fonts.css`. */
export const fontFamily =
  "'Inter Variable', 'Noto Sans Arabic Variable', 'Noto Sans JP Variable', 'Noto Sans SC Variable', 'Stand-in Arial', 'Stand-in Roboto', 'Stand-in DejaVu', system-ui, -apple-system, 'Segoe UI', sans-serif"
export const fontFamilyMonospace = "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace"

/** Mantine computes button colors once, for light mode; these follow the scheme. */
const buttonVars: Record<string, Record<string, string>> = {
  filled: {
    '--button-bg': 'var(--os-brand)',
    '--button-hover': 'var(--os-brand-strong)',
    '--button-color': 'var(--os-on-brand)',
  },
  'filled red': {
    '--button-bg': 'var(--os-bad)',
    '--button-hover': 'var(--os-bad)',
    '--button-color': 'var(--os-on-brand)',
  },
  light: {
    '--button-bg': 'var(--os-brand-soft)',
    '--button-hover': 'var(--os-brand-soft)',
    '--button-color': 'var(--os-brand)',
  },
  subtle: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--os-brand-soft)',
    '--button-color': 'var(--os-brand)',
  },
}

const closeButtonProps = (t: Translate) => ({ 'aria-label': t('common.close') })

/** The names of months and days in the reader's language, also for screen readers. */
function calendarProps(t: Translate) {
  const { weekday, month, monthOfYear, year, day } = calendarFormats(localeOf(t))
  return {
    weekdayFormat: weekday,
    monthLabelFormat: month,
    monthsListFormat: monthOfYear,
    yearLabelFormat: year,
    yearsListFormat: year,
    decadeLabelFormat: (first: string, last: string) => `${year(first)} – ${year(last)}`,
    getDayAriaLabel: day,
  }
}

export const theme = (t: Translate) =>
  createTheme({
    primaryColor: 'sign',
    primaryShade: { light: 6, dark: 3 },
    colors: { sign, gray, dark, green, red },
    white: '#FFFFFF',
    black: '#0F141A',
    autoContrast: true,
    luminanceThreshold: 0.3,
    fontFamily,
    fontFamilyMonospace,
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.5rem' },
    lineHeights: { xs: '1.35', sm: '1.4', md: '1.5', lg: '1.4', xl: '1.3' },
    headings: {
      fontFamily,
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '2rem', lineHeight: '1.15' },
        h2: { fontSize: '1.5rem', lineHeight: '1.25' },
        h3: { fontSize: '1.25rem', lineHeight: '1.3' },
        h4: { fontSize: '1rem', lineHeight: '1.4' },
      },
    },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '16px' },
    defaultRadius: 'md',
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    breakpoints: { xs: '30em', sm: '40em', md: '60em', lg: '75em', xl: '90em' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    components: {
      Button: {
        defaultProps: { size: 'md' },
        styles: { label: { fontWeight: 600 } },
        vars: (_: unknown, { variant = 'filled', color }: { variant?: string; color?: string }) => ({
          root: buttonVars[`${variant}${color ? ` ${color}` : ''}`] ?? {},
        }),
      },
      Calendar: { defaultProps: calendarProps(t) },
      DatePickerInput: { defaultProps: { size: 'md', ...calendarProps(t) } },
      // Inside the page's main element, so that floating content is not outside every landmark.
      Portal: { defaultProps: { target: '#content' } },
      Anchor: { defaultProps: { underline: 'always' } },
      InputWrapper: {
        styles: { label: { fontSize: '14px', fontWeight: 550, color: 'var(--os-ink-2)', marginBottom: 4 } },
      },

      TextInput: { defaultProps: { size: 'md' } },
      PasswordInput: {
        defaultProps: {
          size: 'md',
          visibilityToggleButtonProps: { 'aria-label': t('auth.togglePassword') },
        },
      },
      NativeSelect: { defaultProps: { size: 'md' } },
      Autocomplete: { defaultProps: { size: 'md' } },
      Modal: {
        defaultProps: {
          closeButtonProps: closeButtonProps(t),
          radius: 'lg',
          centered: true,
          styles: { title: { fontSize: 20, fontWeight: 650, letterSpacing: '-0.015em' } },
          transitionProps: { duration: 160, transition: 'fade' },
        },
      },
      Drawer: { defaultProps: { closeButtonProps: closeButtonProps(t), transitionProps: { duration: 160 } } },
      Notification: { defaultProps: { closeButtonProps: closeButtonProps(t) } },
      Menu: {
        defaultProps: {
          transitionProps: { duration: 120 },
          shadow: 'float',
          radius: 'lg',
          // The placeholder takes the focus but is no item, which a menu must not contain.
          withInitialFocusPlaceholder: false,
        },
      },
      Popover: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'float', radius: 'lg' } },
    },
    shadows: { float: 'var(--os-float)', md: 'var(--os-float)' },
  })

/** Points Mantine's own variables to our tokens (`tokens.css`), so that there is one palette. */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-text': 'var(--os-ink)',
    '--mantine-color-body': 'var(--os-surface)',
    '--mantine-color-dimmed': 'var(--os-ink-3)',
    '--mantine-color-default': 'var(--os-surface)',
    '--mantine-color-default-hover': 'var(--os-sunken)',
    '--mantine-color-default-color': 'var(--os-ink)',
    '--mantine-color-default-border': 'var(--os-line-strong)',
    '--mantine-color-placeholder': 'var(--os-ink-3)',
    '--mantine-color-anchor': 'var(--os-brand)',
    '--mantine-color-error': 'var(--os-bad)',
  },
  light: {
    '--mantine-color-text': 'var(--os-ink)',
    '--mantine-color-body': 'var(--os-surface)',
    '--mantine-color-dimmed': 'var(--os-ink-3)',
    '--mantine-color-default-border': 'var(--os-line-strong)',
    '--mantine-color-placeholder': 'var(--os-ink-3)',
    '--mantine-color-error': 'var(--os-bad)',
    '--mantine-color-anchor': 'var(--os-brand)',
  },
  dark: {
    '--mantine-color-text': 'var(--os-ink)',
    '--mantine-color-body': 'var(--os-surface)',
    '--mantine-color-dimmed': 'var(--os-ink-3)',
    '--mantine-color-default': 'var(--os-surface)',
    '--mantine-color-default-hover': 'var(--os-sunken)',
    '--mantine-color-default-border': 'var(--os-line-strong)',
    '--mantine-color-placeholder': 'var(--os-ink-3)',
    '--mantine-color-error': 'var(--os-bad)',
    '--mantine-color-anchor': 'var(--os-brand)',
  },
})
