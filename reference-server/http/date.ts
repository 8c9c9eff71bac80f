let knownSecond = 0;
let knownText = '';

/** The time as the header `Date` states it (RFC 9110, 6.6.1), written once a second. */
export function formatNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== knownSecond) {
    knownSecond = second;
    knownText = new Date(second * 1000).toUTCString();
  }
  return knownText;
}
