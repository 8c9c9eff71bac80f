/** A service with accounts that the file `recipes.yaml` describes, with replaceable rules. */

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

interface Cook {
  name: string;
  email: string;
  password: string;
  motto: string;
  readonly token: string;
  readonly follows: Set<Cook>;
}

interface Recipe {
  readonly id: number;
  readonly author: Cook;
  readonly likes: Set<Cook>;
  title: string;
  text: string;
  minutes: number;
  createdAt: string;
  updatedAt: string;
}

interface Plan {
  readonly id: number;
  readonly owner: Cook;
  readonly title: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

type Body = Readonly<Record<string, unknown>>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (values: readonly unknown[]) =>
  values.every((one) => one === undefined || isText(one));

/** The sound service; a fault replaces one of its methods. */
export class Recipes {
  readonly cooks: Cook[] = [];
  readonly recipes: Recipe[] = [];
  readonly plans: Plan[] = [];
  #id = 0;

  mayRegisterTwice = false;
  usualMinutes = 1;
  isPassword = (cook: Cook, password: unknown): boolean => cook.password === password;
  session = (cook: Cook): object => this.account(cook);
  account = ({ name, email, motto, token }: Cook): object => ({ name, email, motto, token });
  changeCook = (cook: Cook, { email, motto }: Body): void => {
    if (isText(email)) cook.email = email;
    if (isText(motto)) cook.motto = motto;
  };
  isFollowing = (reader: Cook, cook: Cook): boolean => reader.follows.has(cook);
  follow = (reader: Cook, cook: Cook): void => void reader.follows.add(cook);
  unfollow = (reader: Cook, cook: Cook): void => void reader.follows.delete(cook);
  feed = (reader: Cook): readonly Recipe[] =>
    this.recipes.filter(({ author }) => reader.follows.has(author));
  isBy = (recipe: Recipe, name: string): boolean => recipe.author.name === name;
  isLikedBy = (recipe: Recipe, name: string): boolean =>
    [...recipe.likes].some((one) => one.name === name);
  isLiked = (recipe: Recipe, reader: Cook): boolean => recipe.likes.has(reader);
  count = (recipe: Recipe): number => recipe.likes.size;
  authorOf = (recipe: Recipe): Cook => recipe.author;
  change = (recipe: Recipe, body: Body): void =>
    void Object.assign(recipe, body, { updatedAt: new Date().toISOString() });
  mayChange = (recipe: Recipe, reader: Cook): boolean => recipe.author === reader;
  compare = (a: Recipe, b: Recipe, key: string): number =>
    key === 'title' ? (a.title < b.title ? -1 : 1) : a.minutes - b.minutes;
  totalOf = (all: readonly Recipe[], _page: readonly Recipe[]): number => all.length;
  reported = (offset: number): number => offset;
  plansOf = (reader: Cook): readonly Plan[] => this.plans.filter(({ owner }) => owner === reader);

  listen() {
    return createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      const url = new URL(request.url ?? '', 'http://recipes');
      const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1];
      const reader = this.cooks.find((one) => one.token === token);
      const { status, body } = this.#answer(request.method ?? '', url, reader, text);
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  #answer(method: string, url: URL, reader: Cook | undefined, text: string): Answer {
    const [, first = '', second = '', third = ''] = decodeURI(url.pathname).split('/');
    const body = bodyIn(text);
    if (body === undefined) return { status: 422 };
    const route = `${method} ${first}${second && '/*'}${third && `/${third}`}`;
    if (route === 'POST cooks') return this.#register(body);
    if (route === 'POST sessions') return this.#logIn(body);
    if (reader === undefined) return { status: 401 };
    switch (first) {
      case 'me':
        return this.#me(method, reader, body);
      case 'cooks':
        return this.#cook(method, reader, second, third);
      case 'feed':
        return this.#page(this.feed(reader), reader, url.searchParams);
      case 'plans':
        return second === '' && method === 'GET'
          ? this.#listPlans(reader, Number(url.searchParams.get('limit') ?? 2))
          : this.#plan(method, reader, second, body);
      default:
        return second === ''
          ? this.#recipes(method, reader, url.searchParams, body)
          : this.#recipe(method, reader, [second, third], body);
    }
  }

  #register({ name, email, password }: Body): Answer {
    if (!isText(name) || !isText(email) || !isText(password) || password.length < 8)
      return { status: 422 };
    const isTaken = this.cooks.some((one) => one.name === name);
    if (isTaken && !this.mayRegisterTwice) return { status: 409 };
    const cook = {
      name,
      email,
      password,
      motto: '',
      token: randomUUID(),
      follows: new Set<Cook>(),
    };
    this.cooks.push(cook);
    return { status: 201, body: this.account(cook) };
  }

  #logIn({ name, password }: Body): Answer {
    const cook = this.cooks.find((one) => one.name === name);
    return cook !== undefined && this.isPassword(cook, password)
      ? ok(this.session(cook))
      : { status: 401 };
  }

  #me(method: string, reader: Cook, body: Body): Answer {
    if (method === 'PUT') {
      if (!areTexts([body.email, body.motto])) return { status: 422 };
      this.changeCook(reader, body);
    }
    return ok(this.account(reader));
  }

  #cook(method: string, reader: Cook, name: string, action: string): Answer {
    const cook = this.cooks.find((one) => one.name === name);
    if (cook === undefined) return { status: 404 };
    if (action !== '' && method === 'POST') this.follow(reader, cook);
    if (action !== '' && method === 'DELETE') this.unfollow(reader, cook);
    return ok({ name, following: this.isFollowing(reader, cook) });
  }

  #show(recipe: Recipe, reader: Cook): object {
    const { id, title, text, minutes, createdAt, updatedAt } = recipe;
    const author = this.authorOf(recipe);
    return {
      ...{ id, title, text, minutes, createdAt, updatedAt },
      author: { name: author.name, following: reader.follows.has(author) },
      liked: this.isLiked(recipe, reader),
      likesCount: this.count(recipe),
    };
  }

  #page(all: readonly Recipe[], reader: Cook, query: URLSearchParams): Answer {
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    if (!(limit >= 1 && limit <= 50 && offset >= 0)) return { status: 422 };
    const page = all.slice(offset, offset + limit);
    const recipes = page.map((one) => this.#show(one, reader));
    return ok({ recipes, total: this.totalOf(all, page), offset: this.reported(offset) });
  }

  #recipes(method: string, reader: Cook, query: URLSearchParams, body: Body): Answer {
    if (method === 'POST') return this.#create(reader, body);
    const [author, liked, sort] = ['author', 'liked', 'sort'].map((name) => query.get(name));
    const sign = query.get('order') === 'desc' ? -1 : 1;
    const all = this.recipes
      .filter((one) => !isText(author) || this.isBy(one, author))
      .filter((one) => !isText(liked) || this.isLikedBy(one, liked))
      .reverse();
    if (isText(sort)) all.sort((a, b) => sign * this.compare(a, b, sort));
    return this.#page(all, reader, query);
  }

  #create(author: Cook, { title, text, minutes = this.usualMinutes }: Body): Answer {
    const isMinutes = Number.isInteger(minutes) && Number(minutes) >= 1;
    if (!isText(title) || !isText(text) || !isMinutes) return { status: 422 };
    const now = new Date().toISOString();
    const times = { createdAt: now, updatedAt: now };
    const made = { title, text, minutes: Number(minutes), ...times };
    this.#id += 1;
    const recipe = { id: this.#id, author, likes: new Set<Cook>(), ...made };
    this.recipes.push(recipe);
    return { status: 201, body: this.#show(recipe, author) };
  }

  #recipe(method: string, reader: Cook, [id, action]: readonly string[], body: Body): Answer {
    const recipe = this.recipes.find((one) => String(one.id) === id);
    if (recipe === undefined) return { status: 404 };
    if (action !== '' && method === 'POST') recipe.likes.add(reader);
    else if (action !== '') recipe.likes.delete(reader);
    else if (method !== 'GET') {
      if (!this.mayChange(recipe, reader)) return { status: 403 };
      if (method === 'DELETE') this.recipes.splice(this.recipes.indexOf(recipe), 1);
      if (method === 'DELETE') return { status: 204 };
      const { title, text, minutes = 1 } = body;
      if (!areTexts([title, text]) || !Number.isInteger(minutes)) return { status: 422 };
      this.change(recipe, body);
    }
    return ok(this.#show(recipe, reader));
  }

  #listPlans(reader: Cook, limit: number): Answer {
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= 50)) return { status: 422 };
    return ok(this.plansOf(reader).slice(0, limit).map(showPlan));
  }

  #plan(method: string, reader: Cook, id: string, { title }: Body): Answer {
    if (id === '') {
      if (!isText(title)) return { status: 422 };
      this.#id += 1;
      const plan = { id: this.#id, owner: reader, title };
      this.plans.push(plan);
      return { status: 201, body: showPlan(plan) };
    }
    const plan = this.plans.find((one) => String(one.id) === id);
    if (plan === undefined) return { status: 404 };
    if (plan.owner !== reader) return { status: 403 };
    if (method === 'GET') return ok(showPlan(plan));
    this.plans.splice(this.plans.indexOf(plan), 1);
    return { status: 204 };
  }
}

function showPlan({ id, title }: Plan): Body {
  return { id, title };
}

/** Undefined for a text that is not an object in JSON. */
function bodyIn(text: string): Body | undefined {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}
