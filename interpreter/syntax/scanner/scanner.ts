/**
 * Turns characters into tokens, one token per call. Comments and blanks are skipped; line ends are
 * tokens, because they end statements. Positions are offsets into the source's byte string.
 * An interpolated string becomes several tokens, see `TokenKind`; open parentheses are counted for
 * every level of interpolation, to recognize the `)` that ends an interpolated expression.
 */
import { character, isDigit, isNamePart, isNameStart } from './character.js';
import { Cursor } from './cursor.js';
import { scanNumber } from './scan-number.js';
import { scanQuery, scanRawString, scanString } from './scan-string.js';
import { kindOfWord, type Token, type TokenKind } from './token.js';

function isBlank(code: number): boolean {
  return code === character.space || code === character.tab || code === character.carriageReturn;
}

/** Characters that are always a token of their own. */
const singleSymbols: ReadonlyMap<number, TokenKind> = new Map(
  (['[', ']', '{', '}', ':', ',', '*', '%', '#', '^', '+', '-', '~', '?'] as const).map(
    (symbol) => [symbol.charCodeAt(0), symbol],
  ),
);

/** Scanner of one module. */
export class Scanner extends Cursor {
  /** Fills `token` with the next token. `DiagnosticSink` sorts errors by `parserPlace`. */
  scan(token: Token, parserPlace: number): void {
    this.parserPlace = parserPlace;
    this.#skipBlanks();
    this.start = this.at;
    token.start = this.at;
    token.kind = this.at < this.text.length ? this.#scanKind(token) : 'end';
    token.end = this.at;
    token.line = token.kind === 'line' ? this.line - 1 : this.line;
  }

  #scanKind(token: Token): TokenKind {
    const code = this.text.charCodeAt(this.at);
    if (isNameStart(code)) return this.#scanWord(token);
    if (isDigit(code)) return scanNumber(this, token);
    this.at++;
    switch (code) {
      case character.newline:
        this.line++;
        return 'line';
      case character.leftParenthesis:
        return this.#openParenthesis();
      case character.rightParenthesis:
        return this.#closeParenthesis(token);
      case character.quote: {
        const isRaw = this.text.startsWith('""', this.at);
        return isRaw ? scanRawString(this, token) : scanString(this, token);
      }
      case character.backtick:
        return scanQuery(this, token);
      default:
        return singleSymbols.get(code) ?? this.#scanOperator(code);
    }
  }

  #scanOperator(code: number): TokenKind {
    switch (code) {
      case character.dot:
        if (!this.take(character.dot)) return '.';
        return this.take(character.dot) ? '...' : '..';
      case character.equal:
        return this.take(character.equal) ? '==' : '=';
      case character.bang:
        return this.take(character.equal) ? '!=' : '!';
      case character.less:
        if (this.take(character.less)) return '<<';
        return this.take(character.equal) ? '<=' : '<';
      case character.greater:
        if (this.take(character.greater)) return '>>';
        return this.take(character.equal) ? '>=' : '>';
      case character.ampersand:
        return this.take(character.ampersand) ? '&&' : '&';
      case character.bar:
        return this.take(character.bar) ? '||' : '|';
      case character.slash:
        return '/';
      default:
        return this.#rejectCharacter(code);
    }
  }

  #rejectCharacter(code: number): TokenKind {
    if (code >= character.space && code <= character.tilde) {
      this.fail('invalidCharacter', this.start, String.fromCharCode(code));
    } else {
      this.fail('invalidByte', this.start, code);
    }
    return 'error';
  }

  #scanWord(token: Token): TokenKind {
    const { text } = this;
    let at = this.at + 1;
    while (isNamePart(text.charCodeAt(at))) at++;
    this.at = at;
    token.text = text.slice(this.start, at);
    if (text.charCodeAt(this.start) !== character.underscore) return kindOfWord(token.text);
    return text.charCodeAt(this.start + 1) === character.underscore ? 'static-field' : 'field';
  }

  #openParenthesis(): TokenKind {
    const open = this.openParentheses.pop();
    if (open !== undefined) this.openParentheses.push(open + 1);
    return '(';
  }

  /** The last `)` of an interpolated expression is followed by the rest of its string. */
  #closeParenthesis(token: Token): TokenKind {
    const open = this.openParentheses.pop();
    if (open === undefined) return ')';
    if (open === 1) return scanString(this, token);
    this.openParentheses.push(open - 1);
    return ')';
  }

  /** Skips blanks and comments. */
  #skipBlanks(): void {
    const { text } = this;
    do {
      let { at } = this;
      while (isBlank(text.charCodeAt(at))) at++;
      this.at = at;
    } while (this.#skipComment());
  }

  /** Skips a comment; false if there is none. */
  #skipComment(): boolean {
    const code = this.text.charCodeAt(this.at);
    if (code === character.hash) return this.#skipShebang();
    if (code !== character.slash) return false;
    const next = this.text.charCodeAt(this.at + 1);
    if (next === character.slash) this.#skipLine();
    else if (next === character.star) this.#skipBlockComment();
    else return false;
    return true;
  }

  /** Skips `#!/`, which Wren accepts anywhere in the first line. */
  #skipShebang(): boolean {
    if (this.line !== 1 || !this.text.startsWith('!/', this.at + 1)) return false;
    this.#skipLine();
    return true;
  }

  #skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  /** Skips a block comment. Block comments nest. */
  #skipBlockComment(): void {
    const start = this.at;
    let depth = 0;
    do {
      const code = this.text.charCodeAt(this.at);
      if (this.at >= this.text.length) {
        this.fail('unterminatedBlockComment', start);
        return;
      }
      const isStart = code === character.slash && this.#isNext(character.star);
      const isEnd = code === character.star && this.#isNext(character.slash);
      if (isStart) depth++;
      else if (isEnd) depth--;
      else if (code === character.newline) this.line++;
      this.at += isStart || isEnd ? 2 : 1;
    } while (depth > 0);
  }

  #isNext(code: number): boolean {
    return this.text.charCodeAt(this.at + 1) === code;
  }
}
