import '../../polyfills';
import { copyButtons } from './copy';
import { wireIdentify } from './identify-file';
import { showNews } from './news';
import { wirePlayer } from './player-bar';
import { countVisit } from './visit';

/** The script of delivery pages, which the API renders: list and downloads work without it. */
showNews();
copyButtons();
wirePlayer();
wireIdentify();
countVisit();
