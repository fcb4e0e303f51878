import { Button, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type GuidanceSettings,
  getPriceGuidanceRoute,
  type PriceGuidance,
  replaceGuidanceSettingsRoute,
} from '@openspot/contract/booking/price-guidance.ts'
import {
  HIGHEST_BPS,
  LOWEST_BPS,
  MAX_STEP_BPS,
  MIN_STEP_BPS,
  MIN_WEEKS,
} from '@openspot/core/price-guidance/limits.ts'
import { hourPrice } from '@openspot/core/price-guidance/suggest.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useEdit, useReloadOn } from '@/lib/use-edit.ts'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { percentText } from '@/ui/figures.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { PercentField, percentDraft, readPercent } from '@/ui/percent-field.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { guidanceAnswers } from './guidance-answers.ts'
import css from './price-guidance.module.css'

/** The limits as edited: percentages without a sign. */
interface SettingsDraft {
  lowest: string
  highest: string
  step: string
  is_weekly: boolean
}
const ranges = {
  lowest: [0, -LOWEST_BPS],
  highest: [0, HIGHEST_BPS],
  step: [MIN_STEP_BPS, MAX_STEP_BPS],
} as const
type LimitName = keyof typeof ranges
const limitNames = ['lowest', 'highest', 'step'] as const

const draftOf = (t: Translate, { lowest_bps, highest_bps, step_bps, next_apply_at }: GuidanceSettings) => ({
  lowest: percentDraft(t, lowest_bps),
  highest: percentDraft(t, highest_bps),
  step: percentDraft(t, step_bps),
  is_weekly: next_apply_at !== null,
})

/** Returns a limit in basis points; null while it is invalid. */
function readLimit(draft: SettingsDraft, name: LimitName): number | null {
  const bps = readPercent(draft[name])
  const [least, most] = ranges[name]
  return bps !== null && least <= bps && bps <= most ? bps : null
}

/** How far guidance may change prices, and whether it does so every week. */
export function SettingsPanel({ lot, guidance }: { lot: ConsoleLot; guidance: PriceGuidance }) {
  const t = useTranslations()
  const { settings, currency, hour_cents } = guidance
  const edit = useEdit<SettingsDraft>(draftOf(t, settings), settings.version)
  const { draft } = edit
  const send = useApiMutation(replaceGuidanceSettingsRoute, { client: 'admin', refresh: guidanceAnswers })
  const onError = useReloadOn('guidance_changed', [getPriceGuidanceRoute])
  const [lowest, highest, step] = limitNames.map((name) => readLimit(draft, name))
  const isEmpty = lowest === 0 && highest === 0
  const save = (version: number) => {
    if (typeof lowest !== 'number' || typeof highest !== 'number' || typeof step !== 'number' || isEmpty)
      return
    const bounds = { lowest_bps: lowest === 0 ? 0 : -lowest, highest_bps: highest, step_bps: step }
    send.mutate(
      { params: { lot_id: lot.id }, body: { ...bounds, is_weekly: draft.is_weekly, version } },
      {
        onError,
        onSuccess: () => {
          edit.discard()
          notifications.show({ message: t('priceGuidance.settings.saved') })
        },
      },
    )
  }
  const discard = () => {
    edit.discard()
    send.reset()
  }
  const isValid = [lowest, highest, step].every((bps) => bps !== null) && !isEmpty
  return (
    <Panel
      title={t('priceGuidance.settings.title')}
      text={t('priceGuidance.settings.text', { price: moneyText(t, hour_cents ?? 0, currency) })}
    >
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save(edit.version)
        }}
      >
        {codeOf(send.error) === 'guidance_changed' ? (
          <EditConflict
            original={shownSettings(t, edit.original)}
            current={shownSettings(t, edit.current)}
            isBusy={send.isPending}
            onReload={discard}
            onAgain={() => save(edit.currentVersion)}
          />
        ) : send.error ? (
          <Note tone="bad" title={send.error.message} />
        ) : null}
        <Fields>
          {limitNames.map((name) => (
            <div key={name}>
              <PercentField
                label={t(`priceGuidance.settings.${name}`)}
                text={draft[name]}
                error={
                  limitError(t, draft, name) ??
                  (isEmpty && name === 'highest' ? t('priceGuidance.settings.needed') : null)
                }
                onChange={(text) => edit.change({ ...draft, [name]: text })}
              />
              <p className={css.quiet}>{limitText(t, draft, name, guidance)}</p>
            </div>
          ))}
        </Fields>
        <Schedule
          lot={lot}
          settings={settings}
          draft={draft}
          onChange={(is_weekly) => edit.change({ ...draft, is_weekly })}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={send.isPending}
            why={
              !isValid
                ? t('common.why.correct')
                : settings.is_saved && !edit.isChanged
                  ? t('common.why.unchanged')
                  : null
            }
          >
            {t('common.save')}
          </GatedButton>
          {edit.isChanged ? (
            <Button variant="default" onClick={discard}>
              {t('prices.discard')}
            </Button>
          ) : null}
        </Buttons>
      </form>
    </Panel>
  )
}

function Schedule({
  lot,
  settings,
  draft,
  onChange,
}: {
  lot: ConsoleLot
  settings: GuidanceSettings
  draft: SettingsDraft
  onChange: (is_weekly: boolean) => void
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const { next_apply_at } = settings
  return (
    <div>
      <Switch
        label={t('priceGuidance.settings.weekly')}
        description={t('priceGuidance.settings.weeklyText')}
        checked={draft.is_weekly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {next_apply_at && draft.is_weekly ? (
        <p className={css.quiet}>
          {t('priceGuidance.settings.next', { when: formatInstant(next_apply_at, timeFormat) })}
        </p>
      ) : null}
    </div>
  )
}

function limitError(t: Translate, draft: SettingsDraft, name: LimitName): string | null {
  if (readLimit(draft, name) !== null) return null
  const [min, max] = ranges[name].map((bps) => percentText(t, bps))
  return t('priceGuidance.settings.range', { min: min ?? '', max: max ?? '' })
}

/** What a limit means for the lot's own price. */
function limitText(t: Translate, draft: SettingsDraft, name: LimitName, of: PriceGuidance): string {
  const bps = readLimit(draft, name)
  if (name === 'step') return t('priceGuidance.settings.stepText', { weeks: MIN_WEEKS })
  if (bps === null || of.hour_cents === null) return ''
  const own = { own_bps: 0, own_cents: 0 }
  const price = moneyText(t, hourPrice(of.hour_cents, own, name === 'lowest' ? -bps : bps), of.currency)
  return t(`priceGuidance.settings.${name}Text`, { price })
}

const shownSettings = (t: Translate, draft: SettingsDraft): ShownValue[] => [
  ...limitNames.map((name) => [t(`priceGuidance.settings.${name}`), `${draft[name]}%`] as const),
  [t('priceGuidance.settings.weekly'), draft.is_weekly ? t('csv.yes') : t('csv.no')],
]
