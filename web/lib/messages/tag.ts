import { cloneElement, type ReactElement, type ReactNode } from 'react'

/** Puts an element in place of a tag of a message, such as `<time></time>`, for `t.rich`. */
export const tag = (element: ReactElement) => (): ReactElement => element

/** Puts the text between the tags of a message, such as `<link>the earlier part</link>`, into an element. */
export const tagAround =
  (element: ReactElement) =>
  (text: ReactNode): ReactElement =>
    cloneElement(element, undefined, text)
