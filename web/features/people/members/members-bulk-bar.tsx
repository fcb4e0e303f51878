'use client'
import { Button } from '@mantine/core'
import type { Member } from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { RowChoice } from '@/ui/row-choice.tsx'
import { GroupMembersDialog } from './group-members-dialog.tsx'
import css from './members.module.css'

/** Admin actions on selected members. */
export function MembersBulkBar({
  lot,
  members,
  chosen,
  onChoose,
}: RowChoice & { lot: ConsoleLot; members: readonly Member[] }) {
  const t = useTranslations()
  const [isGrouping, setGrouping] = useState(false)
  if (chosen.size === 0) return null
  const none = () => onChoose(new Set())
  return (
    <div className={css.bulk}>
      <span aria-live="polite">{t('members.chosen', { count: chosen.size })}</span>
      <Button size="xs" onClick={() => setGrouping(true)}>
        {t('members.bulkGroup.button')}
      </Button>
      <Button size="xs" variant="default" onClick={none}>
        {t('lotSpots.chooseNone')}
      </Button>
      {isGrouping ? (
        <GroupMembersDialog
          lot={lot}
          members={members.filter(({ id }) => chosen.has(id))}
          onDone={() => {
            setGrouping(false)
            none()
          }}
          onClose={() => setGrouping(false)}
        />
      ) : null}
    </div>
  )
}
