'use client'
import { Button } from '@mantine/core'
import { type Passkey, removePasskeyRoute } from '@openspot/contract/identity/passkeys.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './account.module.css'
import { PasskeyDialog } from './passkey-dialog.tsx'

export function PasskeysPart({ passkeys }: { passkeys: Passkey[] }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const [going, setGoing] = useState<Passkey | null>(null)
  const remove = useApiMutation(removePasskeyRoute, { refresh: [getWaysInRoute] })
  const isStale = codeOf(remove.error) === 'recent_sign_in_required'
  return (
    <div className={css.way}>
      <div className={css.head}>
        <h3>{t('account.passkeys')}</h3>
        <Button variant="default" size="sm" onClick={() => setNaming('new')}>
          {t('account.passkeyAdd')}
        </Button>
      </div>
      {passkeys.length === 0 ? <p className={css.quiet}>{t('account.passkeysNone')}</p> : null}
      {remove.error && isStale ? <Refusal error={remove.error} path="/me/profile" /> : null}
      {passkeys.length > 0 ? (
        <ul className={css.list}>
          {passkeys.map((one) => (
            <li key={one.id} className={css.item}>
              <div>
                <strong>{one.name}</strong>
                <small>
                  {one.last_used_at
                    ? t.rich('account.passkeyUsed', {
                        time: tag(<Moment at={one.last_used_at} zone={reader_zone} inside />),
                      })
                    : t('account.passkeyUnused')}
                </small>
              </div>
              <Button.Group>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${t('account.passkeyRename')}: ${one.name}`}
                  onClick={() => setNaming(one)}
                >
                  {t('account.passkeyRename')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${t('account.passkeyRemove')}: ${one.name}`}
                  onClick={() => setGoing(one)}
                >
                  {t('account.passkeyRemove')}
                </Button>
              </Button.Group>
            </li>
          ))}
        </ul>
      ) : null}
      {naming ? (
        <PasskeyDialog passkey={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />
      ) : null}
      <ConfirmDialog
        title={t('account.passkeyRemoveTitle', { name: going?.name ?? '' })}
        text={t('account.passkeyRemoveText')}
        opened={going !== null}
        isBusy={remove.isPending}
        error={isStale ? null : remove.error}
        yes={t('account.passkeyRemove')}
        no={t('account.keep')}
        onYes={() =>
          remove.mutate({ params: { passkey_id: going?.id ?? '' } }, { onSettled: () => setGoing(null) })
        }
        onClose={() => setGoing(null)}
      />
    </div>
  )
}
