// SPDX-License-Identifier: Zlib
#include "Report.h"

namespace bench {

using Limit = Row::Limit;

std::vector<Row> linkRows() {
    const char dry[] = "Bullet's multi-body alone";
    return {{"free chain of 15 links of 300 faces",
             {"BM_LinksChain/1"},
             {"BM_LinksApart"},
             "15 separate wet bodies",
             Limit::Ratio,
             1.15},
            {"100 free chains of 15 links, a chain",
             {"BM_LinksChain/100", "", 100},
             {"BM_LinksChain/10", "", 10},
             "of 10, a chain",
             Limit::Ratio,
             1.1},
            {"100 dry chains of 15 links, a chain",
             {"BM_LinksDryChain/100", "", 100},
             {"BM_LinksDryChain/10", "", 10},
             "of 10, a chain"},
            {"free chain of 15 links of 300 faces", {"BM_LinksChain/1"}, {"BM_LinksDryChain/1"}, "the same dry"},
            {"free chain of 15 coupled links", {"BM_LinksCoupled/1"}, {"BM_LinksChain/1"}, "isolated links"},
            {"free chain of 15 posed links", {"BM_LinksPosed/1"}, {"BM_LinksCoupled/1"}, "coupled links"},
            {"contacts of 4 wet chains on a floor",
             {"BM_LinksLieWet", "BM_LinksFlyWet"},
             {"BM_LinksLieDry", "BM_LinksFlyDry"},
             "dry chains, stock solver",
             Limit::Ratio,
             1.2},
            {"step of a swimming robot of 6 links of 320 faces, servos",
             {"BM_EelFull/1/1"},
             {"BM_EelDry/1/1"},
             dry,
             Limit::Value,
             0.025},
            {"the same with faces for games in single precision",
             {"BM_EelGame/1/1"},
             {"BM_EelDry/1/1"},
             dry,
             Limit::Value,
             0.0135},
            {"ten such robots, a robot", {"BM_EelFull/10/1", "", 10}, {"BM_EelDry/10/1", "", 10}, dry},
            {"ten such robots, two threads, a robot",
             {"BM_EelFull/10/2", "", 10},
             {"BM_EelFull/10/1", "", 10},
             "one thread"},
            {"ten with faces for games, two threads, a robot",
             {"BM_EelGame/10/2", "", 10},
             {"BM_EelGame/10/1", "", 10},
             "one thread"}};
}

} // namespace bench
