import { listProblemsRoute, type StaffProblem } from '@openspot/contract/operations/problems.ts'
import type { ProblemStatus } from '@openspot/core/problems/enums.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'

/** Downloads all pages of the filtered problems. */
export function ProblemsCsv({ lot, status }: { lot: ConsoleLot; status: ProblemStatus | null }) {
  const t = useTranslations()
  return (
    <ListCsv
      label={t('problems.list.csv')}
      name={`problems ${lot.name}`}
      columns={columns}
      readPage={(page) =>
        callApi(
          listProblemsRoute,
          { params: { lot_id: lot.id }, query: { ...page, ...(status ? { status } : {}) } },
          { client: 'admin' },
        )
      }
    />
  )
}

const columns: CsvColumns<StaffProblem> = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }, t) => t(`problems.staffKinds.${kind}`)],
  ['status', ({ status }, t) => t(`problems.statuses.${status}`)],
  ['spot', ({ spot_label }) => spot_label],
  ['created_by', ({ reporter_name }) => reporter_name],
  ['plate', ({ other_plate }) => other_plate],
  ['region', ({ other_region }) => other_region],
  ['details', ({ text }) => text],
  ['found', ({ finding }, t) => (finding ? t(`problems.findings.${finding}`) : null)],
  ['created_at', ({ created_at }) => created_at],
  ['resolved_by', ({ resolved_by_name }) => resolved_by_name],
]
