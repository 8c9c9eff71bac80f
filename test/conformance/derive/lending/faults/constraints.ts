/** Faults of what is demanded of requests. */
import { answeringWith, type Fault, fault, judgingBy } from './fault.js';

const tool = 'components/schemas/NewTool';
const account = 'components/schemas/NewAccount';
const place = 'components/schemas/Place';
const review = 'components/schemas/NewReview';
const shelf = 'components/schemas/NewShelf';

/** Lets a schema demand nothing by a keyword. */
function ignoring(pointer: string, ...keywords: readonly string[]) {
  return judgingBy(pointer, {}, keywords);
}

export const constraintFaults: readonly Fault[] = [
  fault(
    'a tool needs no title',
    'create-tool.title.required',
    judgingBy(tool, { required: ['serial', 'category', 'place'] }),
  ),
  fault(
    'a tool needs a price',
    'create-tool.without-optional',
    judgingBy(tool, { required: ['title', 'serial', 'category', 'place', 'price'] }),
  ),
  fault(
    'a place needs no city',
    'create-tool.place-city.required',
    judgingBy(place, { required: [] }),
  ),
  fault(
    'a title is a number',
    'create-tool.title.type',
    judgingBy(`${tool}/properties/title`, { type: ['string', 'object'] }),
  ),
  fault(
    'an empty title is accepted',
    'create-tool.title.min-length',
    ignoring(`${tool}/properties/title`, 'minLength'),
  ),
  fault(
    'a title of 81 characters is accepted',
    'create-tool.title.max-length',
    judgingBy(`${tool}/properties/title`, { maxLength: 81 }),
  ),
  fault(
    'a title of 80 characters is rejected',
    'create-tool.title.max-length',
    judgingBy(`${tool}/properties/title`, { maxLength: 79 }),
  ),
  fault(
    'any serial number is accepted',
    'create-tool.serial.pattern',
    ignoring(`${tool}/properties/serial`, 'pattern'),
  ),
  fault(
    'any category is accepted',
    'create-tool.category.enum',
    judgingBy(`${tool}/properties/category`, { type: 'string' }, ['$ref']),
  ),
  fault(
    'the last category is rejected',
    'create-tool.category.enum',
    judgingBy(`${tool}/properties/category`, { enum: ['ladders', 'saws'] }),
  ),
  fault(
    'a negative price is accepted',
    'create-tool.price.minimum',
    ignoring(`${tool}/properties/price`, 'minimum'),
  ),
  fault(
    'a price of 0 is rejected',
    'create-tool.price.minimum',
    judgingBy(`${tool}/properties/price`, { exclusiveMinimum: 0 }),
  ),
  fault(
    'any high price is accepted',
    'create-tool.price.maximum',
    ignoring(`${tool}/properties/price`, 'maximum'),
  ),
  fault(
    'a price in cents is accepted',
    'create-tool.price.multiple-of',
    ignoring(`${tool}/properties/price`, 'multipleOf'),
  ),
  fault(
    'a weight of 0 is accepted',
    'create-tool.weight.exclusive-minimum',
    judgingBy(`${tool}/properties/weight`, { minimum: 0 }, ['exclusiveMinimum']),
  ),
  fault(
    'notes may be too long',
    'create-tool.notes.max-length',
    ignoring(`${tool}/properties/notes`, 'maxLength'),
  ),
  fault(
    'a tool is available by a text',
    'create-tool.available.type',
    ignoring(`${tool}/properties/available`, 'type'),
  ),
  fault(
    'an empty list of tags is accepted',
    'create-tool.tags.min-items',
    ignoring(`${tool}/properties/tags`, 'minItems'),
  ),
  fault(
    'five tags are accepted',
    'create-tool.tags.max-items',
    ignoring(`${tool}/properties/tags`, 'maxItems'),
  ),
  fault(
    'a tag may be there twice',
    'create-tool.tags.unique-items',
    ignoring(`${tool}/properties/tags`, 'uniqueItems'),
  ),
  fault(
    'a tag may be an object',
    'create-tool.tags.items',
    judgingBy(`${tool}/properties/tags/items`, { type: ['string', 'object'] }),
  ),
  fault(
    'undeclared members are accepted',
    'create-tool.body.additional-properties',
    ignoring(tool, 'additionalProperties'),
  ),
  fault(
    'any zip is accepted',
    'create-tool.place-zip.pattern',
    ignoring(`${place}/properties/zip`, 'pattern'),
  ),
  fault(
    'a latitude of 91 is accepted',
    'create-tool.place-latitude.maximum',
    judgingBy(`${place}/properties/latitude`, { maximum: 91 }),
  ),
  fault('another media type is read', 'create-tool.body.media-type', (one) => {
    one.before = (request) =>
      request.route === 'POST /tools' && request.headers['content-type'] === 'text/plain'
        ? one.fail(400)
        : undefined;
  }),
  fault('malformed JSON is a server error', 'create-review.body.malformed', (one) => {
    one.before = ({ route, text }) =>
      route === 'POST /tools/{toolId}/reviews' && text === '{"' ? one.fail(500) : undefined;
  }),
  fault(
    'a rating of 6 is accepted',
    'create-review.rating.maximum',
    ignoring(`${review}/properties/rating`, 'maximum'),
  ),
  fault(
    'a rating of 0 is accepted',
    'create-review.rating.minimum',
    judgingBy(`${review}/properties/rating`, { minimum: 0 }),
  ),
  fault(
    'half a rating is accepted',
    'create-review.rating.integer',
    judgingBy(`${review}/properties/rating`, { type: 'number' }),
  ),
  fault(
    'a rating is a text',
    'create-review.rating.type',
    judgingBy(`${review}/properties/rating`, { type: ['integer', 'string'] }),
  ),
  fault('a rating that is missing is a server error', 'create-review.rating.required', (one) => {
    one.before = ({ route, text }) =>
      route === 'POST /tools/{toolId}/reviews' &&
      text.startsWith('{') &&
      text !== '{"' &&
      !text.includes('rating') &&
      text !== '{}'
        ? one.fail(500)
        : undefined;
  }),
  fault(
    'a shelf has 101 places',
    'create-shelf.places.maximum',
    judgingBy(`${shelf}/properties/places`, { maximum: 101 }),
  ),
  fault('a shelf is updated without label', 'update-shelf.label.required', (one) => {
    one.isForgiven = ({ route }, _schema, value) =>
      route === 'PUT /shelves' && Object(value).label === undefined && typeof value === 'object';
  }),
  fault('two shelves have one label', 'create-shelf.twice', (one) => {
    const { isTaken } = one;
    one.isTaken = (kind, name, value) => kind !== 'shelves' && isTaken(kind, name, value);
  }),
  fault(
    'a name in capitals is accepted',
    'register.name.pattern',
    ignoring(`${account}/properties/name`, 'pattern'),
  ),
  fault(
    'a password of 7 characters is accepted',
    'register.password.min-length',
    ignoring(`${account}/properties/password`, 'minLength'),
  ),
  fault(
    'a motto of 121 characters is accepted',
    'register.motto.max-length',
    ignoring(`${account}/properties/motto`, 'maxLength'),
  ),
  fault(
    'an account needs no e-mail address',
    'register.email.required',
    judgingBy(account, { required: ['name', 'password'] }),
  ),
  fault('a limit of 0 is accepted', 'list-tools.limit.minimum', (one) => {
    one.isForgiven = ({ route }, schema, value) =>
      route === 'GET /tools' && schema.endsWith('limit/schema') && value === 0;
  }),
  fault('a limit of 51 is accepted', 'list-tools.limit.maximum', (one) => {
    one.isForgiven = ({ route }, schema, value) =>
      route === 'GET /tools' && schema.endsWith('limit/schema') && value === 51;
  }),
  fault('a limit of 50 is rejected', 'list-tools.limit.maximum', (one) => {
    one.before = ({ route, query }) =>
      route === 'GET /tools' && query.get('limit') === '50' ? one.fail(400) : undefined;
  }),
  fault('a limit that is a word is a server error', 'list-reviews.limit.type', (one) => {
    one.before = ({ route, query: sent }) =>
      route === 'GET /tools/{toolId}/reviews' && Number.isNaN(Number(sent.get('limit') ?? 1))
        ? one.fail(500)
        : undefined;
  }),
  fault('a negative offset is accepted', 'list-tools.offset.minimum', (one) => {
    one.isForgiven = ({ route }, _schema, value) => route === 'GET /tools' && value === -1;
  }),
  fault('an unknown order is accepted', 'list-tools.sort.enum', (one) => {
    one.isForgiven = ({ query: sent }, _schema, value) =>
      typeof value === 'string' && sent.get('sort') === value;
  }),
  fault('tools of an unknown category are listed', 'list-tools.category.enum', (one) => {
    one.isForgiven = ({ query: sent }, _schema, value) =>
      typeof value === 'string' && sent.get('category') === value;
  }),
  fault(
    'an invalid id of a shelf is a server error',
    'get-shelves.id.type',
    answeringWith('GET /shelves', 400, 500),
  ),
  fault('a photo needs no file', 'add-photo.file.required', (one) => {
    one.isForgiven = ({ route }, _schema, value) =>
      route.endsWith('photos') && Object(value).file === undefined;
  }),
  fault('a caption of 61 characters is accepted', 'add-photo.caption.max-length', (one) => {
    one.isForgiven = ({ route }, _schema, value) =>
      route.endsWith('photos') && String(Object(value).caption).length === 61;
  }),
  fault('a change of nothing is accepted', 'change-tool.body.min-properties', (one) => {
    one.isForgiven = ({ route }, _schema, value) =>
      route.startsWith('PATCH') && JSON.stringify(value) === '{}';
  }),
  fault(
    'an account is changed to a motto of 121 characters',
    'change-me.motto.max-length',
    (one) => {
      one.isForgiven = ({ route }, _schema, value) =>
        route === 'PATCH /me' && String(Object(value).motto).length === 121;
    },
  ),
];
