const word = '[a-zA-Z0-9_-]{1,60}'
const time = String.raw`\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d{3})?Z`
/** An ID, a time, a number, or one word of ours, so that a query can't carry a message or name another site. */
const value = `([0-9a-f-]{36}|${time}|[0-9]{1,9}|[A-Za-z_]{1,20})`

/** The pages of this site that an emailed link may open. */
export const pageAfterLinkPattern = String.raw`^(/${word}){1,6}(\?[a-z_]{1,20}=${value}(&[a-z_]{1,20}=${value}){0,9})?$`
