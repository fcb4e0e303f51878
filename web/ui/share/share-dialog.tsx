import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { address } from '@openspot/contract/call.ts'
import { minifyQrPngRoute, minifyQrSvgRoute, minifyRoute } from '@openspot/contract/lots/qr.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons } from '@/ui/panel.tsx'
import css from './share.module.css'

/** Large enough for a sheet of paper. */
const PRINT_PIXELS = 1200

export interface Shared {
  lot_id: string
  /** A page of the lot, or one of its short links, as the calls for QR codes accept it. */
  path: string
  /** The name of the page. */
  title: string
}

/** The QR code and the links of a page, to be printed, copied, or sent. */
export function ShareDialog({
  shared: { lot_id, path, title },
  text,
  more,
  onClose,
}: {
  shared: Shared
  text?: string | undefined
  /** More buttons. */
  more?: ReactNode
  onClose: () => void
}) {
  const t = useTranslations()
  const query = { lot_id, url: path }
  const answer = useApiQuery(minifyRoute, { query }, { client: 'admin' })
  const link = answer.data
  return (
    <Modal opened onClose={onClose} title={t('share.titleOf', { title })}>
      <div className={css.share}>
        <p>{text ?? t('share.text')}</p>
        <QueryState answer={answer} rows={4} />
        {link ? (
          <>
            {/* oxlint-disable-next-line nextjs/no-img-element -- the API creates it for printing at any size */}
            <img
              className={css.code}
              src={address(minifyQrSvgRoute, {}, query)}
              alt={t('share.code', { title })}
            />
            <Address label={t('share.short')} url={link.short_url} />
            {link.path === path ? (
              <Address label={t('share.full')} url={new URL(link.path, link.short_url).href} />
            ) : null}
            <Buttons>
              <Button
                component="a"
                href={address(minifyQrPngRoute, {}, { ...query, size: PRINT_PIXELS })}
                target="_blank"
              >
                {t('share.print')}
              </Button>
              <Button component="a" variant="default" href={address(minifyQrSvgRoute, {}, query)} download>
                {t('share.download')}
              </Button>
              {more}
            </Buttons>
          </>
        ) : null}
      </div>
    </Modal>
  )
}

function Address({ label, url }: { label: string; url: string }) {
  const t = useTranslations()
  return (
    <div className={css.address}>
      <TextInput
        label={label}
        value={url}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            aria-label={t('share.copyOf', { copied: String(copied), label })}
            onClick={copy}
          >
            {copied ? t('share.copied') : t('share.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}
