/** The event of the window by which a page says that React listens to it. */
export const LISTENING = 'openspot-listening'
