'use client'
import { Anchor, Button } from '@mantine/core'
import { stopAccountChangeRoute } from '@openspot/contract/identity/auth.ts'
import Link from 'next/link'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'

/** Stops a change of how an account is accessed. Mail scanners open links, so a person must press the button. */
export function StopChange({ token }: { token: string }) {
  const say = words.auth
  const stop = useApiMutation(stopAccountChangeRoute)
  if (stop.isSuccess) {
    return (
      <Note tone="good" title={say.stopDoneTitle}>
        <p>{say.stopDone}</p>
      </Note>
    )
  }
  if (!token || stop.isError) {
    return (
      <Note
        tone={stop.isError ? 'bad' : 'mark'}
        title={stop.isError ? stop.error.message : say.linkMissingTitle}
      >
        <p>{stop.isError ? say.stopGone : say.linkMissingText}</p>
        <p>
          <Anchor component={Link} href="/sign-in/reset">
            {say.forgotten}
          </Anchor>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{say.stopText}</p>
      <Button
        h={48}
        color="red"
        loading={stop.isPending}
        onClick={() => stop.mutate({ body: { token } }, { onSuccess: () => hintSignedIn(false) })}
      >
        {say.stopGo}
      </Button>
      <p className={css.aside}>
        <Anchor component={Link} href="/">
          {say.stopNot}
        </Anchor>
      </p>
    </div>
  )
}
