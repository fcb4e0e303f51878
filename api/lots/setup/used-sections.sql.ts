import { type OptionalLotSection, optionalLotSections } from '@openspot/core/lots/optional-sections.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** One column for each optional section, in the order of the list. Each reads at most one entry of an index that begins with the lot. */
const usedSections = statement(
  'list_used_sections',
  {
    visits: 'boolean',
    fines: 'boolean',
    ratings: 'boolean',
    gates: 'boolean',
    cameras: 'boolean',
    residents: 'boolean',
    groups: 'boolean',
    validation: 'boolean',
    'plate-lookups': 'boolean',
  },
  `select
      exists (select from plate_visits v where v.lot_id = $1) as visits,
      exists (select from fines f where f.lot_id = $1) as fines,
      exists (select from ratings r where r.lot_id = $1) as ratings,
      exists (select from gates g where g.lot_id = $1 and g.deleted_at is null) as gates,
      exists (select from cameras c where c.lot_id = $1 and c.deleted_at is null) as cameras,
      exists (select from data_sources d where d.lot_id = $1 and d.integration_status <> 'ARCHIVED') as residents,
      exists (select from groups o where o.lot_id = $1 and o.deleted_at is null) as groups,
      exists (select from validation_partners p where p.lot_id = $1 and p.deleted_at is null) as validation,
      exists (select from plate_lookups k where k.lot_id = $1) as "plate-lookups"`,
)

/** Returns the optional sections that a lot has something for. */
export async function listUsedSections(pool: pg.Pool, lot_id: string): Promise<OptionalLotSection[]> {
  const [row] = await queryPrepared(pool, usedSections, [lot_id])
  return optionalLotSections.filter((section) => row?.[section])
}
