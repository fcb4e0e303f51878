'use client'
import { Button, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import {
  createRuleSetRoute,
  getRuleSetRoute,
  listRuleSetsRoute,
  type RuleSet,
  type Rules,
  replaceRuleSetRoute,
} from '@openspot/contract/booking/rule-sets.ts'
import { fineTermsFault } from '@openspot/core/fines/terms.ts'
import { rulesFault } from '@openspot/core/rules/rules-problem.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { ruleSetPath } from '@/lib/paths.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useReloadOn } from '@/lib/use-edit.ts'
import { EditConflict } from '@/ui/edit-conflict.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { readFineTerms } from './fine-terms-draft.ts'
import { FineTermsFields } from './fine-terms-fields.tsx'
import css from './rule-sets.module.css'
import { type RulesDraft, readRules } from './rules-draft.ts'
import { RulesFields } from './rules-fields.tsx'

const ruleFields = [
  'max_short_reservations',
  'max_long_reservations',
  'min_duration_minutes',
  'max_duration_minutes',
  'max_ahead_days',
  'max_hours',
  'spot_types',
  'zone_ids',
  'nth_spot_prices',
] as const satisfies readonly (keyof Rules)[]

/** The form of a rule set; changed rules are saved as a new version. */
export function RuleSetForm({
  lot,
  set,
  draft,
  zones,
  isChanged,
  onChange,
}: {
  lot: ConsoleLot
  /** Null for a new rule set. */
  set: RuleSet | null
  draft: RulesDraft
  zones: readonly Zone[]
  isChanged: boolean
  onChange: (draft: RulesDraft | null) => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const refresh = [listRuleSetsRoute, getRuleSetRoute]
  const create = useApiMutation(createRuleSetRoute, { client: 'admin', refresh })
  const replace = useApiMutation(replaceRuleSetRoute, { client: 'admin', refresh })
  const onError = useReloadOn('rule_set_changed', refresh)
  const { error, isPending } = set ? replace : create
  const at = fieldOf(error)
  const rules = readRules(draft)
  const fault = rules && rulesFault(rules)
  const errorAt = (rule: keyof Rules) => {
    if (fault) return fault.field === rule ? reasonText(t, fault.reason) : null
    // Errors of a field within a rule are shown at the rule.
    return at && `${at.field}.`.startsWith(`rules.${rule}.`) ? at.message : null
  }
  const fine_terms = readFineTerms(t, draft.fines, lot.currency)
  const finesFault = fine_terms ? fineTermsFault(fine_terms) : null
  const finesError = finesFault
    ? reasonText(t, finesFault)
    : at?.field.startsWith('fine_terms')
      ? at.message
      : null
  const isAtField =
    at !== null &&
    (at.field === 'name' || finesError !== null || ruleFields.some((rule) => errorAt(rule) !== null))
  const name = draft.name.trim()
  const canSave = rules !== null && fault === null && fine_terms !== undefined && !finesFault && name !== ''
  const save = (revision: number | undefined) => {
    if (!rules || fine_terms === undefined || !canSave) return
    const body = { name, is_default: draft.is_default, rules, fine_terms }
    const done = (saved: RuleSet) => {
      const isSame = saved.version === set?.version
      notifications.show({
        message: isSame
          ? t('ruleSets.savedSame', { name: saved.name })
          : t('ruleSets.saved', { name: saved.name, version: String(saved.version) }),
      })
      if (set) onChange(null)
      else router.replace(ruleSetPath(lot.id, saved.id))
    }
    if (set)
      replace.mutate(
        { params: { rule_set_id: set.id }, body: { ...body, revision: revision ?? set.revision } },
        { onSuccess: done, onError },
      )
    else create.mutate({ params: { lot_id: lot.id }, body }, { onSuccess: done })
  }
  return (
    <Panel title={t('ruleSets.form.title')} text={t('ruleSets.form.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save(draft.of?.revision)
        }}
      >
        {set && codeOf(error) === 'rule_set_changed' ? (
          <EditConflict
            original={factsOf(t, draft.of)}
            current={factsOf(t, set)}
            isBusy={isPending}
            onReload={() => {
              onChange(null)
              replace.reset()
            }}
            onAgain={() => save(set.revision)}
          />
        ) : error && !isAtField ? (
          <Note tone="bad" title={error.message} />
        ) : isChanged && set && draft.of?.revision !== set.revision ? (
          <Note
            title={
              draft.of?.version === set.version
                ? t('ruleSets.renamedTitle')
                : t('ruleSets.changedTitle', { version: String(set.version) })
            }
          >
            <p>{t(draft.of?.version === set.version ? 'ruleSets.renamedText' : 'ruleSets.changedText')}</p>
          </Note>
        ) : null}
        <TextInput
          label={t('ruleSets.form.name')}
          maxLength={80}
          value={draft.name}
          error={at?.field === 'name' ? at.message : null}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        />
        <DefaultSwitch
          lot={lot}
          set={set}
          isDefault={draft.is_default}
          onChange={(is_default) => onChange({ ...draft, is_default })}
        />
        <RulesFields
          draft={draft}
          zones={zones}
          long_term_days={lot.long_term_days}
          errorAt={errorAt}
          onChange={(part) => onChange({ ...draft, ...part })}
        />
        <FineTermsFields
          draft={draft.fines}
          currency={lot.currency}
          isDefault={draft.is_default}
          fault={finesError}
          onChange={(fines) => onChange({ ...draft, fines })}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={isPending}
            why={!canSave ? t('common.why.correct') : isChanged ? null : t('common.why.unchanged')}
          >
            {t('common.save')}
          </GatedButton>
          {isChanged && set ? (
            <Button
              variant="default"
              onClick={() => {
                onChange(null)
                replace.reset()
              }}
            >
              {t('prices.discard')}
            </Button>
          ) : null}
        </Buttons>
      </form>
    </Panel>
  )
}

/** Makes the rule set the default, and says what happens to the current default. */
function DefaultSwitch({
  lot,
  set,
  isDefault,
  onChange,
}: {
  lot: ConsoleLot
  set: RuleSet | null
  isDefault: boolean
  onChange: (isDefault: boolean) => void
}) {
  const t = useTranslations()
  const all = useApiQuery(listRuleSetsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const other = all.data?.items.find((one) => one.is_default && one.id !== set?.id)
  const gone = !isDefault && set?.is_default ? t('ruleSets.form.noDefault') : null
  return (
    <Switch
      label={t('ruleSets.form.isDefault')}
      description={isDefault && other ? t('ruleSets.form.takesPlace', { name: other.name }) : gone}
      checked={isDefault}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** What of a rule set may have changed meanwhile, besides its rules. */
const factsOf = (t: Translate, of: RulesDraft['of']): [string, string][] =>
  of === null
    ? []
    : [
        [t('ruleSets.form.name'), of.name],
        [t('ruleSets.versions'), String(of.version)],
      ]
