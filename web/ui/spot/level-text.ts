import type { Translate } from '@openspot/messages/translate.ts'

/** Formats the level of a spot; 0 is the ground, and basements are negative. */
export const levelText = (t: Translate, level: number): string =>
  level === 0
    ? t('spot.ground')
    : level > 0
      ? t('spot.level', { level: String(level) })
      : t('spot.basement', { level: String(-level) })
