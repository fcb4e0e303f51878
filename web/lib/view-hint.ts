import { viewCookie } from '@openspot/contract/platform/account-views.ts'

/** Whether a platform admin sees the product as someone else in this browser; the server decides whether that is still so. */
export function isViewing(): boolean {
  return document.cookie.split('; ').some((each) => each.startsWith(`${viewCookie}=`))
}

export function forgetView(): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Firefox
  document.cookie = `${viewCookie}=; path=/; max-age=0`
}
