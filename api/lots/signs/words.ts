import type { Page } from '@openspot/core/links/pages.ts'

/** The messages of printed signs. */
export const signWords = {
  language: 'en',
  title: (lot: string) => `Signs of ${lot}`,
  call: {
    LOT: 'Scan to park',
    BOOK: 'Scan to book',
    SPOT: 'Scan to park here',
    GATE: 'Scan to open',
    VALIDATION: 'Scan for your discount',
  } satisfies Record<Page['kind'], string>,
  spot: (label: string) => `Spot ${label}`,
  code: (url: string) => `QR code that leads to ${url}`,
  or: 'or open',
  place: (place: string, date: string) => `${place} · printed ${date}`,
}
