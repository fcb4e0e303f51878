'use client'
import { Button, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  getProblemRoute,
  listProblemsRoute,
  type StaffProblem,
  updateProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
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
            <Button
              variant="default"
              disabled={!answer.trim() || save.isPending}
              onClick={() => settle('DISMISSED')}
            >
              {t('problems.one.dismiss')}
            </Button>
            <Button disabled={!answer.trim()} loading={save.isPending} onClick={() => settle('RESOLVED')}>
              {t('problems.one.resolve')}
            </Button>
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
        </div>
      )}
    </Panel>
  )
}
