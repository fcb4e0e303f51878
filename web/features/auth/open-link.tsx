'use client'
import { Button } from '@mantine/core'
import { openSignInLink } from '@openspot/contract/auth.ts'
import Link from 'next/link'
import { useSend } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { SecondStep } from './second-step.tsx'
import { needsSecondStep, useEntering } from './use-entering.ts'

/** The e-mailed link works once, and mail scanners open links: so a person has to press before it counts. */
export function OpenLink({
  token,
  next,
  text = words.auth.linkText,
  confirm = words.auth.linkConfirm,
  again = '/sign-in',
}: {
  token: string
  next: string
  text?: string
  confirm?: string
  /** Where a new link is asked for. */
  again?: string
}) {
  const open = useSend(openSignInLink)
  const entering = useEntering(next)
  if (entering.ticket)
    return <SecondStep ticket={entering.ticket} next={next} onBack={() => window.location.assign(again)} />
  if ((open.isError && !needsSecondStep(open.error)) || !token) {
    return (
      <Note
        tone={open.isError ? 'bad' : 'mark'}
        title={open.isError ? open.error.message : words.auth.linkMissingTitle}
      >
        {open.isError ? null : <p>{words.auth.linkMissingText}</p>}
        <p>
          <Link href={again}>{words.auth.newLink}</Link>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{text}</p>
      <Button
        h={48}
        loading={open.isPending || open.isSuccess}
        onClick={() => open.mutate({ body: { token } }, entering.onwards)}
      >
        {confirm}
      </Button>
    </div>
  )
}
