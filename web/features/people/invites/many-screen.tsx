'use client'
import { Button, FileButton, Textarea } from '@mantine/core'
import {
  createInvitesRoute,
  listInvitesRoute,
  type MadeInvite,
  previewInvitesRoute,
} from '@openspot/contract/people/invites.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { tableText } from '@/lib/table-text.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './invites.module.css'
import { PreviewedRows } from './previewed-rows.tsx'

const MAX_LETTERS = 90_000
const example = [
  ['email', 'phone', 'first_name', 'last_name', 'role', 'group', 'spot'],
  ['ada@example.com', '', 'Ada', 'Lovelace', 'MEMBER', '', ''],
  ['', '+1 312 555 0100', 'Grace', 'Hopper', 'MEMBER', '', ''],
]

/** Invites people from a table: previewed row by row, then sent. */
export function ManyScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [csv, setCsv, done] = useTextDraft(`invites ${lot.id}`)
  const preview = useApiMutation(previewInvitesRoute, { client: 'admin' })
  const send = useApiMutation(createInvitesRoute, { client: 'admin', refresh: [listInvitesRoute] })
  const look = () => preview.mutate({ body: { lot_id: lot.id, csv } })
  // A table that is too long is refused as a whole, because a part of it could pass for all of it.
  const read = (file: File | null) => void (file && tableText(file).then(setCsv))
  const seen = preview.data
  const faulty = seen ? seen.items.length - seen.ready : 0
  const invite = () =>
    send.mutate(
      { body: { lot_id: lot.id, csv, ...(faulty > 0 ? { leave_out_faulty: true } : {}) } },
      { onSuccess: done },
    )
  const change = () => {
    preview.reset()
    send.reset()
  }
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/invites`}>{t('invites.title')}</Link>}
        title={t('invites.table.title')}
        text={t('invites.table.text')}
      />
      <div className={css.screen}>
        {preview.error ? <Note tone="bad" title={preview.error.message} /> : null}
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        {send.data ? <Done lot={lot} made={send.data.items} /> : null}
        {!seen ? (
          <Panel
            title={t('invites.table.file')}
            action={
              <Button variant="subtle" onClick={() => saveCsv('invites example', example)}>
                {t('invites.table.example')}
              </Button>
            }
          >
            <Fields>
              <FileButton
                onChange={read}
                accept=".csv,.tsv,.txt,text/csv"
                inputProps={{ 'aria-label': t('invites.table.file') }}
              >
                {(props) => (
                  <Button {...props} variant="default" className={css.begin ?? ''}>
                    {t('invites.table.file')}
                  </Button>
                )}
              </FileButton>
              <Textarea
                label={t('invites.table.paste')}
                rows={8}
                maxLength={MAX_LETTERS}
                spellCheck={false}
                classNames={{ input: css.table ?? '' }}
                value={csv}
                onChange={(event) => setCsv(event.currentTarget.value)}
              />
              <Buttons>
                <GatedButton
                  loading={preview.isPending}
                  why={csv.trim() === '' ? t('common.why.fill') : null}
                  onClick={look}
                >
                  {t('invites.table.look')}
                </GatedButton>
              </Buttons>
            </Fields>
          </Panel>
        ) : null}
        {seen && !send.data ? (
          <>
            <Note
              tone={faulty > 0 ? 'mark' : 'good'}
              title={t('invites.table.ready', { ready: seen.ready, faulty })}
            >
              {t('csv.separator', { separator: seen.separator })}
            </Note>
            <Buttons>
              <GatedButton
                loading={send.isPending}
                why={seen.ready === 0 ? t('common.why.correct') : null}
                onClick={invite}
              >
                {faulty > 0
                  ? t('invites.table.goRest', { count: seen.ready })
                  : t('invites.table.goAll', { count: seen.ready })}
              </GatedButton>
              <Button variant="default" onClick={change}>
                {t('invites.table.change')}
              </Button>
            </Buttons>
            <PreviewedRows rows={seen.items} />
          </>
        ) : null}
      </div>
    </>
  )
}

/** People without an email address get their link by hand; it is not stored. */
function Done({ lot, made }: { lot: ConsoleLot; made: readonly MadeInvite[] }) {
  const t = useTranslations()
  const links = made.filter(({ url }) => url !== null)
  const held = made.filter(({ email }) => email !== null && email !== 'SENT').length
  const rows = links.map(({ invite, url }) => [
    [invite.first_name, invite.last_name].filter(Boolean).join(' '),
    invite.phone ?? '',
    url ?? '',
  ])
  return (
    <Note tone={held === 0 ? 'good' : 'mark'} title={t('invites.table.done', { count: made.length })}>
      {held > 0 ? <p>{t('invites.table.heldBack', { count: held })}</p> : null}
      {links.length > 0 ? <p>{t('invites.table.linksText')}</p> : null}
      <Buttons>
        {links.length > 0 ? (
          <Button
            onClick={() =>
              saveCsv(`invites ${lot.name}`, [
                [t('csv.columns.name'), t('csv.columns.phone'), t('csv.columns.link')],
                ...rows,
              ])
            }
          >
            {t('invites.table.saveLinks')}
          </Button>
        ) : null}
        <Button component={Link} variant="default" href={`/lots/${lot.id}/invites`}>
          {t('invites.table.back')}
        </Button>
      </Buttons>
    </Note>
  )
}
