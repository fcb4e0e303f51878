'use client'
import { Button } from '@mantine/core'
import { getLotSetupRoute, type LotSetup } from '@openspot/contract/lots/lot-setup.ts'
import { IconCheck } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { previewPath } from '@/lib/preview.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns } from '@/ui/panel.tsx'
import { nextStep, stepPath } from '@/ui/setup/step-paths.ts'
import { ShareButton } from '@/ui/share/share-button.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { ReviewPanel } from './review-panel.tsx'
import css from './setup.module.css'

const watched = [getLotSetupRoute]

/** What a lot has, what it lacks before drivers can find and book it, and what the platform still has to decide. */
export function SetupScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(
    getLotSetupRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', fresh: true, everySeconds: 15 },
  )
  const setup = answer.data
  return (
    <>
      <PageHead
        title={t('lotSetup.title')}
        text={
          setup
            ? t('lotSetup.progress', {
                done: setup.steps.filter(({ is_done }) => is_done).length,
                count: setup.steps.length,
              })
            : null
        }
        action={
          <Buttons>
            <Button
              component="a"
              variant="default"
              size="sm"
              href={previewPath(`/l/${lot.public_id}`, { lot_id: lot.id, section: 'setup' })}
            >
              {t('lotSetup.preview')}
            </Button>
            {lot.is_admin ? (
              <ShareButton shared={{ lot_id: lot.id, path: `/l/${lot.public_id}`, title: lot.name }} />
            ) : null}
          </Buttons>
        }
      />
      <QueryState answer={answer} rows={8} />
      {setup ? (
        <Columns
          side={
            <>
              <ReviewPanel setup={setup} zone={lot.time_zone} />
              <PlanPanel lot={lot} />
            </>
          }
        >
          <ol className={css.steps}>
            {setup.steps.map((step) => (
              <Step key={step.step} lot={lot} step={step} isNext={nextStep(setup) === step.step} />
            ))}
          </ol>
        </Columns>
      ) : null}
    </>
  )
}

function Step({
  lot,
  step: { step, is_done, is_required },
  isNext,
}: {
  lot: ConsoleLot
  step: LotSetup['steps'][number]
  isNext: boolean
}) {
  const t = useTranslations()
  return (
    <li className={css.step} data-done={is_done || undefined}>
      <span className={css.mark} aria-hidden="true">
        {is_done ? <IconCheck size={18} /> : null}
      </span>
      <div>
        <h2>{t(`lotSetup.steps.${step}.title`)}</h2>
        <p>{t(`lotSetup.steps.${step}.text`)}</p>
        <p className={css.state}>
          {is_done ? t('lotSetup.done') : is_required ? t('lotSetup.required') : t('lotSetup.optional')}
        </p>
      </div>
      <Button
        component={Link}
        href={stepPath(lot.id, step)}
        size="sm"
        variant={isNext ? 'filled' : 'default'}
        aria-label={t(is_done ? 'lotSetup.changeOf' : 'lotSetup.startOf', {
          step: t(`lotSetup.steps.${step}.title`),
        })}
      >
        {is_done ? t('lotSetup.change') : t('lotSetup.start')}
      </Button>
    </li>
  )
}
