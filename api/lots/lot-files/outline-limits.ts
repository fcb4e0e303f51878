import type { OutlineLimits } from '@openspot/core/lot-files/read-outline.ts'

/** An outline within these takes seconds at most; surveyed lots have up to a hundred corners. */
export const outlineLimits: OutlineLimits = { corners: 500, area_m2: 1_000_000 }
