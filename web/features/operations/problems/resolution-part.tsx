'use client'
import { Button, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  getProblemRoute,
  listProblemsRoute,
  type StaffProblem,
  updateProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './problems.module.css'

/** How a problem was resolved; admins can resolve or dismiss an open one with an answer to the driver. */
export function ResolutionPart({ lot, problem }: { lot: ConsoleLot; problem: StaffProblem }) {
  const t = useTranslations()
  const [answer, setAnswer, done] = useTextDraft(`resolution ${problem.id}`)
  const save = useApiMutation(updateProblemRoute, {
    client: 'admin',
    refresh: [getProblemRoute, listProblemsRoute],
  })
  const { status, resolution, resolved_at, resolved_by_name } = problem
  if (status === 'OPEN' && !lot.is_admin) return null
  const settle = (to: 'RESOLVED' | 'DISMISSED') =>
    save.mutate(
      { params: { problem_id: problem.id }, body: { status: to, answer: answer.trim() } },
      {
        onSuccess: () => {
          done()
          notifications.show({ message: t('problems.one.saved') })
        },
      },
    )
  return (
    <Panel title={t('problems.one.resolution')}>
      {status === 'OPEN' ? (
        <div className={css.form}>
          {problem.reservation_id ? (
            <Buttons>
              {(['replace', 'refund'] as const).map((act) => (
                <Button
                  key={act}
                  component={Link}
                  variant="default"
                  href={`/lots/${lot.id}/reservations/${problem.reservation_id}?act=${act}`}
                >
                  {t(`problems.one.steps.${act}`)}
                </Button>
              ))}
            </Buttons>
          ) : null}
          <Textarea
            label={t('problems.one.answer')}
            description={t('problems.one.answerText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            autosize
            minRows={2}
            maxLength={500}
            value={answer}
            error={save.error?.message}
            onChange={(event) => setAnswer(event.currentTarget.value)}
          />
          <Buttons>
            <GatedButton
              variant="default"
              loading={save.isPending}
              why={answer.trim() ? null : t('common.why.fill')}
              onClick={() => settle('DISMISSED')}
            >
              {t('problems.one.dismiss')}
            </GatedButton>
            <GatedButton
              why={answer.trim() ? null : t('common.why.fill')}
              loading={save.isPending}
              onClick={() => settle('RESOLVED')}
            >
              {t('problems.one.resolve')}
            </GatedButton>
          </Buttons>
        </div>
      ) : (
        <div>
          <p>
            {t(`problems.one.resolutions.${resolution ?? 'DISMISSED'}`, {
              label: problem.moved_to_label ?? '',
            })}
          </p>
          {problem.answer ? (
            <p className={css.said}>
              <bdi>{problem.answer}</bdi>
            </p>
          ) : null}
          {resolved_at ? (
            <p className={css.quiet}>
              {resolved_by_name ? `${resolved_by_name} · ` : null}
              <Moment at={resolved_at} zone={lot.time_zone} />
            </p>
          ) : null}
          <NextProblem lot_id={lot.id} after={problem.id} />
        </div>
      )}
    </Panel>
  )
}

/** Leads to the next open problem, so that nobody goes back to the list after each. */
function NextProblem({ lot_id, after }: { lot_id: string; after: string }) {
  const t = useTranslations()
  const query = { status: 'OPEN', limit: 2 } as const
  const open = useApiQuery(listProblemsRoute, { params: { lot_id }, query }, { client: 'admin' })
  if (!open.data) return null
  const next = open.data.items.find(({ id }) => id !== after)
  return (
    <p className={css.next}>
      {next ? (
        <Button component={Link} href={`/lots/${lot_id}/problems/${next.id}`}>
          {t('problems.one.next', { kind: t(`problems.staffKinds.${next.kind}`) })}
        </Button>
      ) : (
        t('problems.one.noNext')
      )}
    </p>
  )
}
