// SPDX-License-Identifier: Zlib
#include "Report.h"

#include "AmbientFluid/Math/ParallelLoop.h"

namespace bench {

std::vector<Row> threadRows() {
    std::vector<Row> list;
    const auto set = [&](const std::string& benchmark, const std::string& beside, ambient::LoopThreads by,
                         const char* name, double target) {
        const auto quantity = [&](ambient::LoopThreads who) {
            return Quantity{benchmark + "/1000/500/" + std::to_string(static_cast<int>(who)) + "/2"};
        };
        list.push_back({"step of 1000 free bodies of 500 faces, " + std::string(name) + beside, quantity(by),
                        quantity(ambient::LoopThreads::Serial), "one thread",
                        target > 0.0 ? Row::Limit::Ratio : Row::Limit::None, target});
    };
    using By = ambient::LoopThreads;
    for (const bool busy : {false, true}) {
        const std::string benchmark = busy ? "BM_FreeBusy" : "BM_FreeThreads";
        const std::string beside = busy ? ", all processors busy" : "";
        set(benchmark, beside, By::Automatic, "threads if faster", busy ? 1.1 : 0.0);
        set(benchmark, beside, By::Library, "two threads", 0.0);
        set(benchmark, beside, By::OpenMp, "two threads of OpenMP", 0.0);
    }
    return list;
}

std::vector<Row> crowdRows() {
    std::vector<Row> list;
    for (const std::string set : {"Avx512", "Avx2"}) {
        const std::string name =
            "step of 1000 free bodies of the points for crowds, " + std::string(set == "Avx2" ? "AVX2" : "AVX-512");
        const Quantity crowd{"BM_Free" + set + "/1000/1"};
        list.push_back({name, crowd, {"BM_FreePlain/1000"}, "plain Bullet step"});
        list.push_back({name, crowd, {"BM_Free" + set + "/1000/0"}, "the faces for games"});
    }
    return list;
}

std::vector<Row> kindRows() {
    std::vector<Row> list;
    for (const std::string kind : {"Free", "Held", "Afloat", "Waves"})
        for (const std::string faces : {"0", "500", "1500"}) {
            const std::string what = kind == "Free"     ? "200 barrels that rise"
                                     : kind == "Held"   ? "200 barrels held in a stream"
                                     : kind == "Afloat" ? "200 barrels apart, afloat"
                                                        : "200 barrels apart, in 8 waves";
            list.push_back({what + (faces == "0" ? ", faces for games" : ", " + faces + " faces"),
                            {"BM_Kind" + kind + "/" + faces},
                            {kind == "Held" ? "BM_KindDryHeld/0" : "BM_KindDry/0"},
                            kind == "Held" ? "held dry barrels" : "dry barrels"});
        }
    for (const std::string kind : {"Afloat", "Waves"})
        for (const std::string faces : {"0", "500"})
            list.push_back({"200 barrels apart, " + std::string(kind == "Afloat" ? "afloat" : "in 8 waves") +
                                (faces == "0" ? ", faces for games" : ", " + faces + " faces") + ", steps of 1/60 s",
                            {"BM_Kind" + kind + "At60/" + faces},
                            {"BM_KindDryAt60/0"},
                            "dry barrels, steps of 1/60 s"});
    for (const std::string kind : {"Afloat", "Waves"})
        for (const std::string count : {"1", "100", "200", "1000"})
            list.push_back({count + (count == "1" ? " barrel" : " barrels apart") +
                                (kind == "Afloat" ? " in still water" : " in 8 waves") +
                                ", the model for crowds, steps of 1/60 s",
                            {"BM_Many" + kind + "/" + count + "/1"},
                            {"BM_Many" + kind + "/" + count + "/0"},
                            "the model for games"});
    return list;
}

} // namespace bench
