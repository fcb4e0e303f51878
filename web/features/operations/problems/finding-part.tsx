'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  getProblemRoute,
  listProblemsRoute,
  type StaffProblem,
  setProblemFindingRoute,
} from '@openspot/contract/operations/problems.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type ProblemFinding, problemFindings } from '@openspot/core/problems/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './problems.module.css'

/** What a patroller found at the spot. */
export function FindingPart({ lot, problem }: { lot: ConsoleLot; problem: StaffProblem }) {
  const t = useTranslations()
  const { finding, finding_note, found_at, found_by_name } = problem
  const [chosen, setChosen] = useState<ProblemFinding | null>(finding)
  const [note, setNote] = useState(finding_note ?? '')
  const save = useApiMutation(setProblemFindingRoute, {
    client: 'admin',
    refresh: [getProblemRoute, listProblemsRoute],
  })
  const mayRecord = problem.status === 'OPEN' && lot.role !== null
  if (!mayRecord && !finding) return null
  return (
    <Panel title={t('problems.one.finding')} text={mayRecord ? t('problems.one.findingText') : null}>
      {found_at && finding ? (
        <div>
          <p>{t(`problems.findings.${finding}`)}</p>
          {finding_note ? (
            <p className={css.said}>
              <bdi>{finding_note}</bdi>
            </p>
          ) : null}
          <p className={css.quiet}>
            {found_by_name ? `${found_by_name} · ` : null}
            <Moment at={found_at} zone={lot.time_zone} />
          </p>
        </div>
      ) : null}
      {mayRecord ? (
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (!chosen) return
            const body = {
              finding: chosen,
              seen_finding: finding,
              ...(note.trim() ? { note: note.trim() } : {}),
            }
            save.mutate(
              { params: { problem_id: problem.id }, body },
              { onSuccess: () => notifications.show({ message: t('problems.one.saved') }) },
            )
          }}
        >
          <Choice
            name="finding"
            legend={t('problems.one.finding')}
            value={chosen}
            onChange={(value) => isOneOf(problemFindings, value) && setChosen(value)}
            options={problemFindings.map((value) => ({ value, content: t(`problems.findings.${value}`) }))}
          />
          <TextInput
            label={t('problems.one.findingNote')}
            size="md"
            maxLength={500}
            value={note}
            error={save.error?.message}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Buttons>
            <GatedButton
              type="submit"
              variant="default"
              why={chosen ? null : t('common.why.choose')}
              loading={save.isPending}
            >
              {t('problems.one.saveFinding')}
            </GatedButton>
          </Buttons>
        </form>
      ) : null}
    </Panel>
  )
}
