'use client'
import { Button } from '@mantine/core'
import { type Passkey, removePasskeyRoute } from '@openspot/contract/identity/passkeys.ts'
import { getWaysInRoute } from '@openspot/contract/identity/second-factors.ts'
import { useState } from 'react'
import { codeOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './account.module.css'
import { PasskeyDialog } from './passkey-dialog.tsx'

export function PasskeysPart({ passkeys }: { passkeys: Passkey[] }) {
  const say = words.account
  const { reader_zone = 'UTC' } = useClock()
  const [naming, setNaming] = useState<Passkey | 'new' | null>(null)
  const [going, setGoing] = useState<Passkey | null>(null)
  const remove = useApiMutation(removePasskeyRoute, { refresh: [getWaysInRoute] })
  const isStale = codeOf(remove.error) === 'recent_sign_in_required'
  return (
    <div className={css.way}>
      <div className={css.head}>
        <h3>{say.passkeys}</h3>
        <Button variant="default" size="sm" onClick={() => setNaming('new')}>
          {say.passkeyAdd}
        </Button>
      </div>
      {passkeys.length === 0 ? <p className={css.quiet}>{say.passkeysNone}</p> : null}
      {remove.error && isStale ? <Refusal error={remove.error} path="/me/profile" /> : null}
      {passkeys.length > 0 ? (
        <ul className={css.list}>
          {passkeys.map((one) => (
            <li key={one.id} className={css.item}>
              <div>
                <strong>{one.name}</strong>
                <small>
                  {one.last_used_at ? (
                    <>
                      {say.passkeyUsed} <Moment at={one.last_used_at} zone={reader_zone} inside />
                    </>
                  ) : (
                    say.passkeyUnused
                  )}
                </small>
              </div>
              <Button.Group>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${say.passkeyRename}: ${one.name}`}
                  onClick={() => setNaming(one)}
                >
                  {say.passkeyRename}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`${say.passkeyRemove}: ${one.name}`}
                  onClick={() => setGoing(one)}
                >
                  {say.passkeyRemove}
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
        title={say.passkeyRemoveTitle(going?.name ?? '')}
        text={say.passkeyRemoveText}
        opened={going !== null}
        isBusy={remove.isPending}
        error={isStale ? null : remove.error}
        yes={say.passkeyRemove}
        no={say.keep}
        onYes={() =>
          remove.mutate({ params: { passkey_id: going?.id ?? '' } }, { onSettled: () => setGoing(null) })
        }
        onClose={() => setGoing(null)}
      />
    </div>
  )
}
