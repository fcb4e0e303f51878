'use client'
import { Button } from '@mantine/core'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { getRuleSetRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { rulesPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Proposal, useImpactPreview } from '@/lib/use-impact-preview.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { writeQuery } from '@/lib/write-query.ts'
import { Differences } from '@/ui/impact-preview/differences.tsx'
import { ImpactPreviewPanel } from '@/ui/impact-preview/impact-preview-panel.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, Panel } from '@/ui/panel.tsx'
import { DropRuleSet } from './drop-rule-set.tsx'
import { fineTermsText } from './fine-terms-text.ts'
import { PastVersion, Sentences } from './past-version.tsx'
import { RuleSetForm } from './rule-set-form.tsx'
import css from './rule-sets.module.css'
import { type RulesDraft, readRules, rulesDraft } from './rules-draft.ts'
import { rulesText, whoText } from './rules-text.ts'

const watched = [getRuleSetRoute, listZonesRoute]

/** One rule set, or a new one: its form, its versions, and the impact preview. */
export function RuleSetScreen({
  lot,
  initial,
}: {
  lot: ConsoleLot
  /** Null for a new rule set. */
  initial: RuleSet | null
}) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(
    getRuleSetRoute,
    { params: { rule_set_id: initial?.id ?? '' }, query: {} },
    { client: 'admin', enabled: initial !== null, initialData: initial ?? undefined },
  )
  const set = initial && (answer.data ?? initial)
  const zones =
    useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' }).data?.items ?? []
  const [typed, setTyped] = useState<RulesDraft | null>(null)
  const [drops, setDrops] = useState(false)
  const [version, setVersion] = useVersion(set)
  const draft = typed ?? rulesDraft(t, set, lot.currency)
  const impact = useImpactPreview(lot.id, proposalOf(set, draft), set)
  return (
    <>
      <PageHead
        back={<Link href={rulesPath(lot.id)}>{t('ruleSets.title')}</Link>}
        title={set?.name ?? t('ruleSets.new')}
        text={set ? whoText(t, set) : null}
        action={
          set ? (
            <Buttons>
              <VersionChip set={set} version={version} onChange={setVersion} />
              {lot.is_admin ? (
                <Button variant="default" size="sm" onClick={() => setDrops(true)}>
                  {t('ruleSets.remove')}
                </Button>
              ) : null}
            </Buttons>
          ) : null
        }
      />
      {set && version !== null ? (
        <PastVersion
          lot={lot}
          set={set}
          version={version}
          zones={zones}
          onBack={() => setVersion(null)}
          onReuse={({ rules, fine_terms }) => {
            setTyped(rulesDraft(t, { ...set, rules, fine_terms }, lot.currency))
            setVersion(null)
          }}
        />
      ) : null}
      {set && version === null && !lot.is_admin ? (
        <Panel title={t('ruleSets.form.title')}>
          <Sentences
            sentences={[...rulesText(t, set.rules, zones), ...fineTermsText(t, set.fine_terms, lot.currency)]}
          />
        </Panel>
      ) : null}
      {version === null && lot.is_admin ? (
        <div className={css.screen}>
          <Columns side={<ImpactPreviewPanel impact={impact} hint={hintOf(t, set, draft)} />}>
            <RuleSetForm
              lot={lot}
              set={set}
              draft={draft}
              zones={zones}
              isChanged={typed !== null}
              onChange={setTyped}
            />
          </Columns>
          <Differences impact={impact} lot={lot} />
        </div>
      ) : null}
      {set && drops ? <DropRuleSet lot={lot} set={set} onClose={() => setDrops(false)} /> : null}
    </>
  )
}

/**
 * Returns what the impact preview compares. An unused rule set is tried as the default, because otherwise it would have
 * no effect.
 */
function proposalOf(set: RuleSet | null, draft: RulesDraft): Proposal | null {
  const rules = readRules(draft)
  if (!rules) return null
  if (!set) return { rule_set: { rules } }
  return { rule_set: { rule_set_id: set.id, is_default: draft.is_default, rules } }
}

function hintOf(t: Translate, set: RuleSet | null, draft: RulesDraft): string | null {
  if (draft.is_default) return null
  if (!set) return t('ruleSets.rehearseAsDefault')
  return set.groups.length === 0 && !set.is_default ? t('ruleSets.rehearseNobody') : null
}

/** The displayed version from the URL; null for the form of the current one. */
function useVersion(set: RuleSet | null): [number | null, (version: number | null) => void] {
  const text = useSearchParams()?.get('version') ?? ''
  const named = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
  const version = named === set?.version ? null : named
  return [version, (next) => writeQuery(next === null || next === set?.version ? '' : `version=${next}`)]
}

function VersionChip({
  set,
  version,
  onChange,
}: {
  set: RuleSet
  version: number | null
  onChange: (version: number) => void
}) {
  const t = useTranslations()
  const textOf = (one: number) =>
    one === set.version
      ? t('ruleSets.inForce', { version: String(one) })
      : t('ruleSets.version', { version: String(one) })
  if (set.version === 1 && version === null) return <span className={css.quiet}>{textOf(1)}</span>
  return (
    <MenuChip
      label={t('ruleSets.versions')}
      value={textOf(version ?? set.version)}
      choices={Array.from({ length: set.version }, (_, at) => set.version - at).map((one) => ({
        text: textOf(one),
        chosen: one === (version ?? set.version),
        choose: () => onChange(one),
      }))}
    />
  )
}
