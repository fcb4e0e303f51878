import type { StaffSearch } from '@openspot/contract/booking/staff-search.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { isSectionOf, lotSections, platformSections, type StaffRole } from '@/lib/lot-sections.ts'
import { memberPath, reservationPath, spotPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'

/** One choice of the palette. */
export interface PaletteItem {
  id: string
  label: string
  hint?: string
  act: { open: string } | { run: () => void }
}

export interface PaletteGroup {
  id: 'screens' | 'lots' | 'spots' | 'people' | 'reservations' | 'users' | 'plates'
  items: PaletteItem[]
}

/** A lot whose console the person may open. */
export interface PaletteLot {
  lot_id: string
  lot_name: string
  /** Null for a platform admin without a membership there. */
  role: StaffRole | null
}

const screen = (open: string, label: string, hint?: string): PaletteItem => ({
  id: `screen ${open}`,
  label,
  ...(hint === undefined ? {} : { hint }),
  act: { open },
})

/** The screens that a person may open: of the current lot, of the platform, and their own. */
export function screenItems(
  t: Translate,
  { lot, is_platform_admin }: { lot: PaletteLot | null; is_platform_admin: boolean },
): PaletteItem[] {
  const ofLot = lot === null ? [] : screensOfLot(t, lot)
  const platform = t('platform.nav.place')
  const ofPlatform = [
    screen('/platform', t('platform.nav.overview'), platform),
    ...platformSections.map((section) =>
      screen(`/platform/${section}`, t(`platform.nav.${section === 'lots' ? 'places' : section}`), platform),
    ),
  ]
  return [
    ...ofLot,
    ...(is_platform_admin ? ofPlatform : []),
    screen('/lots', t('staff.nav.lots')),
    screen('/lots/new', t('lotSettings.add.title')),
    screen('/me', t('common.myStays')),
    screen('/me/notifications', t('driver.nav.inbox')),
    screen('/me/profile', t('common.profile')),
  ]
}

function screensOfLot(t: Translate, { lot_id, lot_name, role }: PaletteLot): PaletteItem[] {
  return [
    screen(`/lots/${lot_id}`, t('staff.nav.overview'), lot_name),
    ...(role === null ? [] : [screen(`/patrol/${lot_id}`, t('patrol.title'), lot_name)]),
    ...Object.values(lotSections)
      .flat()
      .filter((section) => isSectionOf(section, role))
      .map((section) => screen(`/lots/${lot_id}/${section}`, t(`staff.nav.${section}`), lot_name)),
  ]
}

/** Returns the items whose label or hint contains every word. */
export function matching(items: readonly PaletteItem[], q: string): PaletteItem[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ label, hint = '' }) => {
    const text = `${label} ${hint}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns what the server found as groups. */
export function foundGroups(
  t: Translate,
  found: StaffSearch,
  timeText: (reservation: StaffSearch['reservations'][number]) => string,
): PaletteGroup[] {
  return [
    {
      id: 'reservations',
      items: found.reservations.map((one) => ({
        id: `reservation ${one.reservation_id}`,
        label: t('palette.reservation', {
          name: seenName(t, one.name),
          spot: t('palette.spot', { label: one.spot_label }),
        }),
        hint: [
          ...(one.plate ? [one.plate] : []),
          timeText(one),
          t(`driver.statuses.${one.status}`),
          one.lot_name,
          t('palette.code', { code: shortCode(one.reservation_id) }),
        ].join(' · '),
        act: { open: reservationPath(one.lot_id, one.reservation_id) },
      })),
    },
    {
      id: 'people',
      items: found.people.map((one) => ({
        id: `person ${one.lot_id} ${one.user_id}`,
        label: seenName(t, one.name),
        hint: one.lot_name,
        act: { open: memberPath(one.lot_id, one.user_id) },
      })),
    },
    {
      id: 'spots',
      items: found.spots.map((one) => ({
        id: `spot ${one.spot_id}`,
        label: t('palette.spot', { label: one.label }),
        hint: one.lot_name,
        act: { open: spotPath(one.lot_id, one.spot_id) },
      })),
    },
    {
      id: 'lots',
      items: found.lots.map((one) => ({
        id: `lot ${one.lot_id}`,
        label: one.lot_name,
        act: { open: `/lots/${one.lot_id}` },
      })),
    },
    {
      id: 'users',
      items: found.users.map((one) => ({
        id: `user ${one.user_id}`,
        label: one.name ?? one.email ?? t('people.noName'),
        ...(one.name !== null && one.email !== null ? { hint: one.email } : {}),
        act: { open: `/platform/users/${one.user_id}` },
      })),
    },
  ]
}
